#include "games/nogo/position.hpp"

#include "games/nogo/playout.hpp"

namespace duiyi::nogo {

template <std::size_t Words>
Position<Words> Position<Words>::initial(const Rules& rules) {
    Position position;
    position.rules_ = rules;
    position.geometry_ = &Geometry::of(rules.rows, rules.cols);
    position.colour_.fill(BORDER);
    for (int point = 0; point < rules.cells(); ++point) {
        const auto i = static_cast<std::size_t>(point);
        position.colour_[i] = EMPTY;
        position.empty_.set(i);
        for (const Point next : position.geometry_->neighbours[i]) position.open_[i] += next != position.geometry_->off_board;
    }
    position.legal_ = {position.empty_, position.empty_};
    return position;
}

template <std::size_t Words>
Position<Words> Position<Words>::parse(const Rules& rules, std::string_view text) {
    const Setup setup = parse_setup(rules, text);
    Position position = initial(rules);
    position.to_move_ = setup.to_move;
    if (setup.to_move == 1) position.key_ ^= WHITE_TO_MOVE;
    for (std::size_t point = 0; point < setup.colours.size(); ++point) {
        if (setup.colours[point] == EMPTY) continue;
        position.colour_[point] = setup.colours[point];
        position.empty_.reset(point);
        position.key_ ^= STONE_KEYS[setup.colours[point] * Geometry::MAX_POINTS + point];
    }
    position.find_groups();
    for (std::size_t point = 0; point < setup.colours.size(); ++point)
        if (position.colour_[point] != EMPTY && position.liberties_[position.root(static_cast<Point>(point))].none())
            throw TextError("board: expected a liberty for every group, the group of " +
                            point_text(rules, static_cast<int>(point)) + " has none");
    return position;
}

/// Everything that follows from the stones alone, from scratch.
template <std::size_t Words>
void Position<Words>::find_groups() {
    const auto cells = static_cast<Point>(rules_.cells());
    for (Point point = 0; point < cells; ++point) {
        open_[point] = 0;
        for (const Point next : geometry_->neighbours[point]) open_[point] += colour_[next] == EMPTY;
    }
    Points seen{};
    for (Point first = 0; first < cells; ++first) {
        if (colour_[first] > 1 || seen.test(first)) continue;
        const std::vector<int> group = group_cells(first);
        stones_[first] = static_cast<std::uint16_t>(group.size());
        liberties_[first] = {};
        for (const int cell : group) {
            const auto stone = static_cast<std::size_t>(cell);
            seen.set(stone);
            parent_[stone] = first;
            for (const Point next : geometry_->neighbours[stone])
                if (colour_[next] == EMPTY) liberties_[first].set(next);
        }
    }
    for (std::size_t seat = 0; seat < 2; ++seat) {
        legal_[seat] = empty_;
        for (Point point = 0; point < cells; ++point)
            if (colour_[point] == EMPTY &&
                (is_capture(point, static_cast<Seat>(seat)) || is_suicide(point, static_cast<Seat>(seat))))
                legal_[seat].reset(point);
    }
}

/// The cells of the group of a stone, in ascending order.
template <std::size_t Words>
std::vector<int> Position<Words>::group_cells(Point stone) const {
    Points group = Points::of(stone);
    std::vector<Point> edge = {stone};
    while (!edge.empty()) {
        const Point last = edge.back();
        edge.pop_back();
        for (const Point next : geometry_->neighbours[last])
            if (colour_[next] == colour_[stone] && !group.test(next)) {
                group.set(next);
                edge.push_back(next);
            }
    }
    std::vector<int> cells;
    while (group.any()) cells.push_back(static_cast<int>(group.pop()));
    return cells;
}

template <std::size_t Words>
std::string Position<Words>::text() const {
    return setup_text(rules_, colour_, to_move_);
}

template <std::size_t Words>
std::vector<std::string> Position<Words>::board() const {
    std::vector<std::string> codes;
    for (int point = 0; point < rules_.cells(); ++point) {
        const std::uint8_t colour = colour_[static_cast<std::size_t>(point)];
        codes.emplace_back(colour == EMPTY ? "" : colour == 0 ? "x" : "o");
    }
    return codes;
}

template <std::size_t Words>
std::string Position<Words>::start_text() const {
    if (lost_by_ == NO_MOVE) return text();
    Position before = *this;
    before.undo_move(lost_by_, Undo{});
    return before.text();
}

template <std::size_t Words>
std::vector<Move> Position<Words>::history() const {
    return lost_by_ == NO_MOVE ? std::vector<Move>{} : std::vector<Move>{lost_by_};
}

template <std::size_t Words>
Playout Position<Words>::random_playout(Random& random, int max_plies) const {
    Position position = *this;
    std::array<Candidates<Words>, 2> candidates = {Candidates<Words>(position.playable()), Candidates<Words>(position.empty_)};
    if (position.to_move_ == 1) std::swap(candidates[0], candidates[1]);
    Playout result;
    Undo unused;
    while (result.plies < max_plies) {
        const Points playable = position.playable();
        const Move move = candidates[static_cast<std::size_t>(position.to_move_)].draw(
            random, [&](Move drawn) { return playable.test(drawn); });
        if (move == NO_MOVE) break;
        position.do_move(move, unused);
        ++result.plies;
    }
    result.outcome = position.outcome();
    return result;
}

template class Position<1>;
template class Position<2>;
template class Position<4>;
template class Position<6>;

}  // namespace duiyi::nogo
