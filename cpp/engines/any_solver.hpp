// The solvers of the games: exact values where one can be found, never a guess.
#pragma once

#include <memory>

#include "core/options.hpp"
#include "engines/any_engine.hpp"

namespace duiyi {

// One function per game, defined in engines/solve_<game>.cpp.
std::unique_ptr<AnySolver> reversi_solver(const Options& rules);
std::unique_ptr<AnySolver> gomoku_solver(const Options& rules);
std::unique_ptr<AnySolver> nogo_solver(const Options& rules);
std::unique_ptr<AnySolver> chinese_checkers_solver(const Options& rules);

}  // namespace duiyi
