// The kernels themselves. Who includes this says which instructions: DUIYI_TARGET for every function, vectors of one size
// (`Floats`, `Wholes` of 32 bits, `Shorts`) and half of it (`HalfShorts`), rows that a product takes at once, `add_products`,
// and the `larger` and `smaller` of two vectors, which compilers do not find by themselves.
//
// No function of the standard library is called here: compiled for one processor, the linker could keep it for others.

template <class Vector, class Number>
DUIYI_TARGET inline void read(Vector& vector, const Number* from) {
    __builtin_memcpy(&vector, from, sizeof vector);
}
template <class Vector, class Number>
DUIYI_TARGET inline void write(const Vector& vector, Number* to) {
    __builtin_memcpy(to, &vector, sizeof vector);
}

template <class Number>
struct Kind;
template <>
struct Kind<float> {
    using Vector = Floats;
    using Sums = Floats;
    static constexpr std::size_t AT_ONCE = 1;  // inputs that one product takes
};
template <>
struct Kind<std::int16_t> {
    using Vector = Shorts;
    using Sums = Wholes;
    static constexpr std::size_t AT_ONCE = 2;
};

constexpr std::size_t LANES_HERE = sizeof(Floats) / sizeof(float);

/// Six numbers of a row or column of a tile to those that are multiplied, `Step` apart.
template <std::size_t Step, class Vector>
DUIYI_TARGET inline void spread_six(const Vector* in, Vector* out) {
    const Vector outer = in[4] - 4 * in[2], inner = in[3] - 4 * in[1];
    const Vector near = in[4] - in[2], half = in[3] - in[1], far = half + half;
    out[0] = 4 * in[0] - 5 * in[2] + in[4];
    out[Step] = outer + inner;
    out[2 * Step] = outer - inner;
    out[3 * Step] = near + far;
    out[4 * Step] = near - far;
    out[5 * Step] = 4 * in[1] - 5 * in[3] + in[5];
}

/// Six sums to four outputs, `Step` apart.
template <std::size_t Step>
DUIYI_TARGET inline void gather_six(const Floats* in, Floats* out) {
    const Floats one = in[1] + in[2], odd = in[1] - in[2], two = in[3] + in[4], third = in[3] - in[4];
    out[0] = 0.75F * in[0] + one + 0.375F * two;
    out[Step] = odd + 0.75F * third;
    out[2 * Step] = one + 1.5F * two;
    out[3 * Step] = odd + 3 * third + 3 * in[5];
}

template <class Number>
DUIYI_TARGET void spread(const Grid& boards_grid, const Number* boards, std::size_t channels, Number* tiles) {
    using Vector = typename Kind<Number>::Vector;
    const Grid grid = boards_grid;  // which no number written could change
    const std::size_t stride = place_stride(grid.tiles(), channels), row = grid.wide_columns() * channels;
    for (std::size_t board = 0; board < grid.boards; ++board, boards += grid.wide_rows() * row)
        for (std::size_t y = 0; y < grid.tile_rows(); ++y)
            for (std::size_t x = 0; x < grid.tile_columns(); ++x, tiles += channels)
                for (std::size_t channel = 0; channel < channels; channel += sizeof(Vector) / sizeof(Number)) {
                    const Number* from = boards + TILE * (y * row + x * channels) + channel;
                    Vector half[PLACES];
#pragma GCC unroll 1
                    for (std::size_t i = 0; i < WIDE; ++i, from += channels) {
                        Vector six[WIDE];
#pragma GCC unroll 6
                        for (std::size_t j = 0; j < WIDE; ++j) read(six[j], from + j * row);
                        spread_six<WIDE>(six, half + i);
                    }
                    Number* to = tiles + channel;
#pragma GCC unroll 1
                    for (std::size_t i = 0; i < PLACES; i += WIDE, to += WIDE * stride) {
                        Vector six[WIDE];
                        spread_six<1>(half + i, six);
#pragma GCC unroll 6
                        for (std::size_t j = 0; j < WIDE; ++j) write(six[j], to + j * stride);
                    }
                }
}

template <class Number>
DUIYI_TARGET void gather(const Grid& boards_grid, const typename WinogradKernels<Number>::Sum* sums, const float* scales,
                         const float* biases, bool is_relu, std::size_t width, std::size_t outputs, float* out) {
    const Grid grid = boards_grid;
    const std::size_t stride = place_stride(grid.tiles(), width);
    const Floats least = Floats{} + (is_relu ? 0.0F : -__builtin_inff());
    for (std::size_t board = 0; board < grid.boards; ++board, out += grid.rows * grid.columns * outputs)
        for (std::size_t y = 0; y < grid.rows; y += TILE)
            for (std::size_t x = 0; x < grid.columns; x += TILE, sums += width) {
                const std::size_t rows = grid.rows - y < TILE ? grid.rows - y : TILE;
                const std::size_t columns = grid.columns - x < TILE ? grid.columns - x : TILE;
                for (std::size_t output = 0; output < width; output += LANES_HERE) {
                    Floats half[TILE * WIDE], scale, bias;
#pragma GCC unroll 1
                    for (std::size_t i = 0; i < WIDE; ++i) {
                        Floats six[WIDE];
#pragma GCC unroll 6
                        for (std::size_t j = 0; j < WIDE; ++j) {
                            if constexpr (std::is_same_v<Number, float>) {
                                read(six[j], sums + output + (j * WIDE + i) * stride);
                            } else {
                                Wholes whole;
                                read(whole, sums + output + (j * WIDE + i) * stride);
                                six[j] = __builtin_convertvector(whole, Floats);
                            }
                        }
                        gather_six<WIDE>(six, half + i);
                    }
                    read(scale, scales + output);
                    read(bias, biases + output);
                    float* to = out + (y * grid.columns + x) * outputs + output;
                    for (std::size_t i = 0; i < rows; ++i, to += grid.columns * outputs) {
                        Floats four[TILE];
                        gather_six<1>(half + i * WIDE, four);
                        for (std::size_t j = 0; j < columns; ++j) {
                            const Floats number = four[j] * scale + bias;
                            write(larger(number, least), to + j * outputs);
                        }
                    }
                }
            }
}

template <class Number, std::size_t Rows, std::size_t Groups>
DUIYI_TARGET inline void multiply_some(const Number* rows, std::size_t inputs, const Number* weights, std::size_t outputs,
                                       typename WinogradKernels<Number>::Sum* sums, std::size_t stride) {
    using Vector = typename Kind<Number>::Vector;
    constexpr std::size_t AT_ONCE = Kind<Number>::AT_ONCE;
    typename Kind<Number>::Sums all[Rows][Groups];
#pragma GCC unroll 8
    for (std::size_t r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (std::size_t g = 0; g < Groups; ++g) all[r][g] = typename Kind<Number>::Sums{};
    for (std::size_t input = 0; input < inputs; input += AT_ONCE, weights += AT_ONCE * outputs) {
        Vector weight[Groups];
        for (std::size_t g = 0; g < Groups; ++g) read(weight[g], weights + AT_ONCE * LANES_HERE * g);
#pragma GCC unroll 8
        for (std::size_t r = 0; r < Rows; ++r)
#pragma GCC unroll 2
            for (std::size_t g = 0; g < Groups; ++g) add_products(all[r][g], rows + r * inputs + input, weight[g]);
    }
#pragma GCC unroll 8
    for (std::size_t r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (std::size_t g = 0; g < Groups; ++g) write(all[r][g], sums + r * stride + LANES_HERE * g);
}

template <class Number, std::size_t Groups>
DUIYI_TARGET void multiply_groups(const Number* rows, std::size_t count, std::size_t inputs, const Number* weights,
                                  std::size_t outputs, typename WinogradKernels<Number>::Sum* sums, std::size_t stride) {
    for (; count >= MOST_ROWS; count -= MOST_ROWS, rows += MOST_ROWS * inputs, sums += MOST_ROWS * stride)
        multiply_some<Number, MOST_ROWS, Groups>(rows, inputs, weights, outputs, sums, stride);
    for (; count >= 4; count -= 4, rows += 4 * inputs, sums += 4 * stride)
        multiply_some<Number, 4, Groups>(rows, inputs, weights, outputs, sums, stride);
    for (; count > 0; --count, rows += inputs, sums += stride)
        multiply_some<Number, 1, Groups>(rows, inputs, weights, outputs, sums, stride);
}

template <class Number>
DUIYI_TARGET void multiply(const Number* rows, std::size_t count, std::size_t inputs, const Number* weights, std::size_t outputs,
                           typename WinogradKernels<Number>::Sum* sums, std::size_t stride) {
    constexpr std::size_t AT_ONCE = Kind<Number>::AT_ONCE;
    std::size_t done = 0;
    for (; done + 2 * LANES_HERE <= outputs; done += 2 * LANES_HERE)
        multiply_groups<Number, 2>(rows, count, inputs, weights + AT_ONCE * done, outputs, sums + done, stride);
    if (done < outputs) multiply_groups<Number, 1>(rows, count, inputs, weights + AT_ONCE * done, outputs, sums + done, stride);
}

template <class Number>
DUIYI_TARGET void take(const float* numbers, std::size_t count, [[maybe_unused]] float scale, [[maybe_unused]] int zero,
                       Number* out) {
    if constexpr (std::is_same_v<Number, float>) {
        __builtin_memcpy(out, numbers, count * sizeof(float));
    } else {
        const float inverse = 1 / scale, shift = static_cast<float>(zero) + 0.5F;
        for (; count > 0; count -= LANES_HERE, numbers += LANES_HERE, out += LANES_HERE) {
            Floats number;
            read(number, numbers);
            number = number * inverse + shift;
            number = smaller(larger(number, Floats{}), Floats{} + 255.5F);
            write(__builtin_convertvector(__builtin_convertvector(number, Wholes) - zero, HalfShorts), out);
        }
    }
}

template <class Number>
constexpr WinogradKernels<Number> KERNELS_HERE{&take<Number>, &spread<Number>, &multiply<Number>, &gather<Number>};
