// An engine that knows when the meeting is over: once its army has only to get home it plans the whole way instead of searching.
#pragma once

#include <memory>

#include "engines/any_engine.hpp"
#include "games/chinese_checkers/evaluation.hpp"

namespace duiyi::chinese_checkers {

/// Wraps an engine of this game. The way home is planned when two armies have passed each other, and by any number of seats when
/// few men are left outside: others are then taken to stand still, and the plan is made anew every turn. Searches to a fixed
/// depth and searches for several lines are left to the engine inside. `evaluation` says how a game stands that goes on after a
/// plan.
std::unique_ptr<AnyEngine> homing(std::unique_ptr<AnyEngine> engine, const Evaluation& evaluation);

}  // namespace duiyi::chinese_checkers
