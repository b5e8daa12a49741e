// A few threads that wait for work in shares, for batches that take a fraction of a millisecond.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace duiyi::nets {

class Crew {
  public:
    /// The caller is one of them.
    explicit Crew(std::size_t size) {
        for (std::size_t i = 1; i < size; ++i) threads_.emplace_back([this, i] { work(i); });
    }
    ~Crew() {
        is_over_ = true;
        call();
        for (std::thread& thread : threads_) thread.join();
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    std::size_t size() const { return threads_.size() + 1; }

    /// Calls `share(0)` to `share(size() - 1)`, each in a thread of its own, and waits for them.
    void run(const std::function<void(std::size_t)>& share) {
        share_ = &share;
        busy_ = threads_.size();
        call();
        share(0);
        for (std::size_t left = busy_; left > 0; left = busy_) busy_.wait(left);
    }

  private:
    void call() {
        ++calls_;
        calls_.notify_all();
    }
    void work(std::size_t number) {
        for (std::uint32_t seen = 0;;) {
            calls_.wait(seen);
            seen = calls_;
            if (is_over_) return;
            (*share_)(number);
            if (--busy_ == 0) busy_.notify_one();
        }
    }

    std::atomic<std::uint32_t> calls_ = 0;
    std::atomic<std::size_t> busy_ = 0;
    std::atomic<bool> is_over_ = false;
    const std::function<void(std::size_t)>* share_ = nullptr;
    std::vector<std::thread> threads_;
};

}  // namespace duiyi::nets
