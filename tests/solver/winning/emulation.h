// Enough of CUDA to run a kernel on a processor, with one thread.
#include <algorithm>
#include <cmath>
#include <cstring>
using std::fmax;
using std::fmin;
using std::max;
using std::min;
#define __device__
#define __forceinline__ inline
#define __global__
#define __launch_bounds__(threads, blocks)
#define __shared__ static
struct float4 {
    float x, y, z, w;
};
struct double2 {
    double x, y;
};
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }
static struct {
    int x;
} threadIdx = {0}, blockIdx = {0};
static inline void __syncthreads() {}
template <class T>
static T __shfl_down_sync(unsigned, T, int) { return T(0); }
static inline unsigned long long atomicAdd(unsigned long long *at, unsigned long long more) {
    unsigned long long old = *at;
    *at += more;
    return old;
}
static inline unsigned long long atomicMax(unsigned long long *at, unsigned long long other) {
    return *at = max(*at, other);
}
static inline float __uint_as_float(unsigned bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}
