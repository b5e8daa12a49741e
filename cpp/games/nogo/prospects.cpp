// The points that the other may never play are a seat's own, and they are filled last.
//
// Take such points, the seat's groups that touch them, and follow both as far as they go. What is linked can be filled up to one
// point: fill first what is farthest from that point, and every new stone still reaches an empty point on the way to it. A point
// may be counted on if nothing but own stones and own points touch it, now and for ever: then no enemy group can lose a liberty
// by it. Where there are other own points besides, one of these stays empty instead, and nothing is lost.
#include "games/nogo/prospects.hpp"

#include "games/nogo/position.hpp"

namespace duiyi::nogo {

template <std::size_t Words>
Prospects<Words> Position<Words>::prospects(Seat seat) const {
    Prospects<Words> found;
    const Points& legal = legal_points(seat);
    const Points own = empty_ & ~legal_points(1 - seat);
    found.most = legal.count();
    for (Points rest = own; rest.any();) {
        Points linked{}, open = Points::of(rest.first());
        int certain = 0;
        bool is_sealed = true;
        while (open.any()) {
            const std::size_t point = open.pop();
            linked.set(point);
            bool is_certain = true;
            for (const Point next : geometry_->neighbours[point]) {
                if (colour_[next] == seat) {
                    const Points& liberties = liberties_[root(next)];
                    is_sealed &= (liberties & ~own).none();
                    open |= liberties & own & ~linked;
                } else if (colour_[next] == EMPTY) {
                    if (!own.test(next)) is_certain = false;
                    else if (!linked.test(next)) open.set(next);
                } else if (colour_[next] == 1 - seat) {
                    is_certain = false;
                }
            }
            certain += is_certain;
        }
        rest &= ~linked;
        const int size = linked.count();
        if (certain < size) {
            found.least += certain;
            continue;
        }
        found.least += size - 1;
        if (!is_sealed) continue;
        found.most += size - 1 - (legal & linked).count();
        found.sealed |= linked;
        found.sealed_moves += size - 1;
    }
    return found;
}

template Prospects<1> Position<1>::prospects(Seat seat) const;
template Prospects<2> Position<2>::prospects(Seat seat) const;
template Prospects<4> Position<4>::prospects(Seat seat) const;
template Prospects<6> Position<6>::prospects(Seat seat) const;

}  // namespace duiyi::nogo
