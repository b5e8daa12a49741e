// A test framework of one page: TEST(a_name_that_is_a_sentence) { CHECK(...); CHECK_EQUAL(a, b); CHECK_THROWS(Error, expression);
// }
#pragma once

#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace duiyi::testing {

struct Test {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

struct Registration {
    Registration(std::string name, std::function<void()> body) { tests().push_back({std::move(name), std::move(body)}); }
};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
std::string shown(const T& value) {
    if constexpr (requires(std::ostream& out) { out << value; }) {
        std::ostringstream out;
        out << value;
        return out.str();
    } else {
        return "(a value that cannot be shown)";
    }
}

inline void fail(const char* file, int line, const std::string& what) {
    throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

}  // namespace duiyi::testing

#define DUIYI_JOIN_(a, b) a##b
#define DUIYI_JOIN(a, b) DUIYI_JOIN_(a, b)
#define TEST(name)                                                                                 \
    static void DUIYI_JOIN(test_, DUIYI_JOIN(name, __LINE__))();                                   \
    static const duiyi::testing::Registration DUIYI_JOIN(registered_, DUIYI_JOIN(name, __LINE__))( \
        #name, &DUIYI_JOIN(test_, DUIYI_JOIN(name, __LINE__)));                                    \
    static void DUIYI_JOIN(test_, DUIYI_JOIN(name, __LINE__))()

#define CHECK(...)                                                                              \
    do {                                                                                        \
        if (!(__VA_ARGS__)) duiyi::testing::fail(__FILE__, __LINE__, "expected " #__VA_ARGS__); \
    } while (false)

#define CHECK_EQUAL(actual, expected)                                                                                            \
    do {                                                                                                                         \
        const auto actual_value = (actual);                                                                                      \
        const auto expected_value = (expected);                                                                                  \
        if (!(actual_value == expected_value))                                                                                   \
            duiyi::testing::fail(                                                                                                \
                __FILE__, __LINE__,                                                                                              \
                #actual ": expected " + duiyi::testing::shown(expected_value) + ", got " + duiyi::testing::shown(actual_value)); \
    } while (false)

#define CHECK_THROWS(error, ...)                                                                         \
    do {                                                                                                 \
        bool thrown = false;                                                                             \
        try {                                                                                            \
            static_cast<void>(__VA_ARGS__);                                                              \
        } catch (const error&) {                                                                         \
            thrown = true;                                                                               \
        }                                                                                                \
        if (!thrown) duiyi::testing::fail(__FILE__, __LINE__, "expected " #error " from " #__VA_ARGS__); \
    } while (false)
