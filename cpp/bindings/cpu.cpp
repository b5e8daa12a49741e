// One question asked before the native module is chosen: what can this processor do?
#include <nanobind/nanobind.h>

namespace {

/// 3 for x86-64-v3 (AVX2, BMI2, FMA and what comes with them), 1 for everything else.
int level() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
    return v3 ? 3 : 1;
#else
    return 1;
#endif
}

}  // namespace

NB_MODULE(_cpu, m) {
    m.doc() = "What this processor can do.";
    m.def("level", &level, "3 when the x86-64-v3 instructions are there, else 1.");
}
