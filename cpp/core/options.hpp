// The options of a game spec, already split: {"size": "9", "rule": "course"}.
#pragma once

#include <charconv>
#include <map>
#include <string>
#include <string_view>

#include "core/errors.hpp"

namespace duiyi {

class Options {
  public:
    using Map = std::map<std::string, std::string, std::less<>>;

    Options() = default;
    explicit Options(Map values) : values_(std::move(values)) {}

    /// The value of a text option, or the default.
    std::string text(std::string_view name, std::string_view otherwise) const {
        const auto it = values_.find(name);
        return it == values_.end() ? std::string(otherwise) : it->second;
    }

    /// The value of a number option within [low, high], or the default.
    int number(std::string_view name, int otherwise, int low, int high) const {
        const auto it = values_.find(name);
        if (it == values_.end()) return otherwise;
        int value = 0;
        const char* last = it->second.data() + it->second.size();
        const auto [end, error] = std::from_chars(it->second.data(), last, value);
        if (error != std::errc() || end != last || value < low || value > high)
            throw RulesError("option " + std::string(name) + ": expected a whole number from " + std::to_string(low) + " to " +
                             std::to_string(high) + ", got '" + it->second + "'");
        return value;
    }

  private:
    Map values_;
};

}  // namespace duiyi
