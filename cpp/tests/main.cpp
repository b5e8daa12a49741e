// Runs every test, or those whose name contains the first argument; the last line counts them.
#include "tests/check.hpp"

int main(int argc, char** argv) {
    int passed = 0;
    int failed = 0;
    for (const auto& test : duiyi::testing::tests()) {
        if (argc > 1 && test.name.find(argv[1]) == std::string::npos) continue;
        try {
            test.body();
            ++passed;
        } catch (const std::exception& error) {
            ++failed;
            std::cout << "FAILED " << test.name << "\n  " << error.what() << "\n";
        }
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
