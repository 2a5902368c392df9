// One turn for many positions with equally many turns left, one block a position with all its
// leads. plan.py describes the tables; gpu.py sets the sizes in capitals, and what is solved:
//
//   SOLVE        both play as well as possible
//   FIXED_MOVES  the player to move follows a fixed strategy, the receiver answers it best
//   FIXED_ASKS   the receiver follows the fixed strategy, the player to move answers it best;
//                with ASKS_BY_ROLL the strategy asks by what lies on the table alone
//
// The cells of a whole turn lie in shared memory: first the ends of the turn and the lists of ends,
// then, in the same room, the places. The first OVERLAP places with one die in the air and the last
// OVERLAP rolls have the same cells.

#define EACH(k, count) _Pragma("unroll 2") for (int k = threadIdx.x; k < (count); k += THREADS)
#define PER_THREAD(count) (((count) + THREADS - 1) / THREADS)

#ifdef SOLVE
// A cell holds the chance at four leads side by side.
#define LEADS 4
typedef float4 Cell;
__device__ __forceinline__ Cell nothing() { return make_float4(0, 0, 0, 0); }
__device__ __forceinline__ Cell add(Cell a, Cell b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ __forceinline__ Cell times(Cell a, double f) {
    float g = f;
    return make_float4(a.x * g, a.y * g, a.z * g, a.w * g);
}
__device__ __forceinline__ Cell better(Cell a, Cell b) {
    return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w));
}
__device__ __forceinline__ Cell answer(Cell passed, Cell asked) {
    return make_float4(fminf(passed.x, asked.x), fminf(passed.y, asked.y),
                       fminf(passed.z, asked.z), fminf(passed.w, asked.w));
}
__device__ __forceinline__ Cell below(Cell v, int step) {
    return make_float4(__shfl_down_sync(~0u, v.x, step), __shfl_down_sync(~0u, v.y, step),
                       __shfl_down_sync(~0u, v.z, step), __shfl_down_sync(~0u, v.w, step));
}
__device__ __forceinline__ void write(float *row, Cell v) { *(float4 *)row = v; }
__device__ __forceinline__ float lowest(Cell v) { return v.x; }
__device__ __forceinline__ float highest(Cell v) { return v.w; }
#else
// A cell holds what the fixed strategy believes (x) and the chance of the player to move (y).
#define LEADS 1
typedef double2 Cell;
__device__ __forceinline__ Cell nothing() { return make_double2(-1e9, -1e9); }
__device__ __forceinline__ Cell add(Cell a, Cell b) { return make_double2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ Cell times(Cell a, double f) { return make_double2(a.x * f, a.y * f); }
__device__ __forceinline__ Cell below(Cell v, int step) {
    return make_double2(__shfl_down_sync(~0u, v.x, step), __shfl_down_sync(~0u, v.y, step));
}
__device__ __forceinline__ void write(float *row, Cell v) { *row = v.y; }
__device__ __forceinline__ float lowest(Cell v) { return v.y; }
__device__ __forceinline__ float highest(Cell v) { return v.y; }
// What it believes to be equal, or nearly so (TIE), counts as the worse for the strategy, or as the
// better (LUCKY_TIES): how it breaks ties lies between the two.
__device__ __forceinline__ double tied(double a, double b, bool lower) {
    return lower != LUCKY_TIES ? fmin(a, b) : fmax(a, b);
}
#ifdef FIXED_MOVES
__device__ __forceinline__ Cell better(Cell a, Cell b) {
    if (b.x > a.x + TIE) return b;
    if (a.x > b.x + TIE) return a;
    return make_double2(fmax(a.x, b.x), tied(a.y, b.y, true));
}
__device__ __forceinline__ Cell answer(Cell passed, Cell asked) {
    return make_double2(fmin(passed.x, asked.x), fmin(passed.y, asked.y));
}
#else
__device__ __forceinline__ Cell better(Cell a, Cell b) {
    return make_double2(fmax(a.x, b.x), fmax(a.y, b.y));
}
__device__ __forceinline__ Cell answer(Cell passed, Cell asked) {
    if (asked.x < passed.x - TIE) return asked;
    if (passed.x < asked.x - TIE) return passed;
    return make_double2(fmin(passed.x, asked.x), tied(passed.y, asked.y, false));
}
#endif
#endif

// The cells of a turn. All other arrays are in global memory.
extern __shared__ float4 room[];
#define cells ((Cell *)room)

// All tables of a plan stand one after the other in `t`, each from its ..._AT on. Two indices of 16
// bits share a word; the words of neighbouring places lie side by side, so that the threads of a
// warp read them together.
typedef const unsigned *Tables;

struct Position {
    int mine, other, boxes, row;
};

// The layers one turn later: the chance of the player to move then, by boxes, donations and lead;
// and what the fixed strategy goes by: the chance as it believes it, or with BY_POINTS the margin.
struct Later {
    const float *chance, *goes_by;
};

__device__ int donation(int mine, int other) {
    if (max(mine, other) <= THRESHOLD) return mine * (THRESHOLD + 1) + other;
    int apart = min(max(mine - other, -SPAN), SPAN);
    return (THRESHOLD + 1) * (THRESHOLD + 1) + apart + SPAN;
}

__device__ __forceinline__ float at(const float *row, int lead) {
    return row[min(max(lead + HALF, 0), 2 * HALF - 1)];
}

// What the giver has of it when the other player then moves with that lead or the ones below.
__device__ __forceinline__ Cell end_of_turn(Later later, long long row, int lead) {
    const float *chance = later.chance + row * (2 * HALF);
#ifdef SOLVE
    return make_float4(1 - at(chance, lead), 1 - at(chance, lead - 1), 1 - at(chance, lead - 2),
                       1 - at(chance, lead - 3));
#else
#ifdef BY_POINTS
    double belief = -lead - (double)later.goes_by[row];
#else
    double belief = 1.0 - at(later.goes_by + row * (2 * HALF), lead);
#endif
    return make_double2(belief, 1.0 - at(chance, lead));
#endif
}

// The best end of the turn for every roll, into the cells and into `score`.
__device__ __forceinline__ void ends_of_turn(Tables t, Later later, int layer, Position p,
                                             int factor, int lead, Cell *score) {
    Cell *ends = cells + CELLS - ENDS - LISTS, *lists = ends + ENDS;
    EACH(k, ENDS) {
        int gift = (int)t[GIFTS_AT + k] * factor, points = (int)t[POINTS_AT + k];
        long long row = layer * DONATIONS + donation(p.other, p.mine + gift);
        ends[k] = end_of_turn(later, row, gift - points - lead);
    }
    __syncthreads();
    EACH(k, LISTS) {
        int from = t[SLICES_AT + k / 32], to = t[SLICES_AT + k / 32 + 1];
        Cell best = nothing();
        for (int word = from + k % 32; word < to; word += 32) {
            unsigned two = t[ENDS_AT + word];
            best = better(best, better(ends[two & 0xffff], ends[two >> 16]));
        }
        lists[k] = best;
    }
    __syncthreads();
    EACH(roll, ROLLS) { cells[roll] = score[roll] = lists[t[LIST_OF_AT + roll]]; }
    __syncthreads();
}

__device__ __forceinline__ Cell mean(Tables words, int count, int place) {
    unsigned two = words[place];
    Cell sum = add(cells[two & 0xffff], cells[two >> 16]);
#pragma unroll
    for (int side = 2; side < SIDES; side += 2) {
        two = words[side / 2 * count + place];
        sum = add(sum, cells[two & 0xffff]);
        if (side + 1 < SIDES) sum = add(sum, cells[two >> 16]);
    }
    return times(sum, 1.0 / SIDES);
}

template <int GROUNDED>
__device__ __forceinline__ Cell best_lifted(Cell best, Tables words, int count, int place) {
#pragma unroll
    for (int die = 0; die < GROUNDED; die += 2) {
        unsigned two = words[die / 2 * count + place];
        best = better(best, cells[two & 0xffff]);
        if (die + 1 < GROUNDED) best = better(best, cells[two >> 16]);
    }
    return best;
}

template <int AIR>
__device__ void means(Tables t) {
    Cell *level = cells + BASE[AIR];
    EACH(k, COUNT[AIR]) { level[k] = mean(t + FACES_AT + FACES[AIR], COUNT[AIR], k); }
    __syncthreads();
    if constexpr (AIR < DICE) means<AIR + 1>(t);
}

template <int AIR>
__device__ void best_keeps(Tables t) {
    constexpr int count = COUNT[AIR];
    Cell *level = cells + BASE[AIR];
    EACH(k, count) {
        level[k] = best_lifted<DICE - AIR>(level[k], t + LIFTED_AT + LIFTED[AIR], count, k);
    }
    __syncthreads();
    if constexpr (AIR > 1) best_keeps<AIR - 1>(t);
}

__device__ __forceinline__ Cell best_of_roll(Tables t, int roll, int stage, const Cell *score,
                                             const Cell *asked, Cell *kept, Cell &sum) {
    Cell value = best_lifted<DICE>(score[roll], t + LIFTED_AT + LIFTED[0], ROLLS, roll);
#ifdef ASKS_BY_ROLL
    if (asked && (t[ASKS_AT + roll] >> stage & 1)) value = asked[roll];
#else
    if (asked) value = answer(value, asked[roll]);
#endif
    if (kept) kept[roll] = value;
    sum = add(sum, times(value, __uint_as_float(t[SHARE_AT + roll])));
    return value;
}

// One roll back: the cells of the rolls hold what the next roll is worth, then what this one, number
// `stage`, is worth. `asked` has what it is worth after an ask, or is null; `kept` is where to write the
// result, or null. Gives the sum over all rolls, this thread's part.
__device__ __forceinline__ Cell one_roll_back(Tables t, int stage, const Cell *score,
                                              const Cell *asked, Cell *kept) {
    const int places = COUNT[1], shared_cell = BASE[1];
    Cell held[PER_THREAD(OVERLAP)];
#pragma unroll
    for (int i = 0; i < PER_THREAD(OVERLAP); i++) {
        int k = threadIdx.x + i * THREADS;
        if (k < OVERLAP) held[i] = mean(t + FACES_AT + FACES[1], places, k);
    }
    for (int k = threadIdx.x + OVERLAP; k < places; k += THREADS)
        cells[shared_cell + k] = mean(t + FACES_AT + FACES[1], places, k);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < PER_THREAD(OVERLAP); i++) {
        int k = threadIdx.x + i * THREADS;
        if (k < OVERLAP) cells[shared_cell + k] = held[i];
    }
    __syncthreads();
    means<2>(t);
    best_keeps<DICE - 1>(t);
    Cell sum = times(nothing(), 0);
#pragma unroll
    for (int i = 0; i < PER_THREAD(OVERLAP); i++) {
        int roll = shared_cell + threadIdx.x + i * THREADS;
        if (roll < ROLLS) held[i] = best_of_roll(t, roll, stage, score, asked, kept, sum);
    }
    EACH(roll, shared_cell) { cells[roll] = best_of_roll(t, roll, stage, score, asked, kept, sum); }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < PER_THREAD(OVERLAP); i++) {
        int roll = shared_cell + threadIdx.x + i * THREADS;
        if (roll < ROLLS) cells[roll] = held[i];
    }
    __syncthreads();
    return sum;
}

__device__ __forceinline__ Cell sum_of_block(Cell v, Cell *parts) {
    for (int step = 16; step; step /= 2) v = add(v, below(v, step));
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    Cell sum = parts[0];
    for (int warp = 1; warp < THREADS / 32; warp++) sum = add(sum, parts[warp]);
    __syncthreads();
    return sum;
}

// The chances at the LEADS leads from `lead` on.
__device__ __forceinline__ Cell chances(Tables t, Later later, Position p, int lead, Cell *parts,
                                        Cell *scratch) {
    int has = p.boxes / 2, other_has = p.boxes % 2;
    Cell *score = scratch, *by_ask = scratch + ROLLS;
    Cell sum;
    // If the receiver can ask, first the turn after an ask, which must be known at every roll.
    for (int asked = other_has; asked >= 0; asked--) {
        bool can_ask = other_has && !asked;
        ends_of_turn(t, later, 2 * can_ask + has, p, asked ? FACTOR : 1, lead, score);
        for (int roll = TURN_ROLLS - 2; roll >= 0; roll--) {
            Cell *here = by_ask + roll * ROLLS;
            sum = one_roll_back(t, roll, score, can_ask ? here : nullptr, asked ? here : nullptr);
        }
    }
    return times(sum_of_block(sum, parts), 1.0 / ALL_ROLLS);
}

// Solves positions until none is left. Along the leads the chance only rises: from a lead of 0 we
// walk up until it is above 1 - eps, and down until it is below eps; what lies beyond is decided.
// `state` counts the positions taken and the chances worked out, and has the farthest lead.
extern "C" __global__ __launch_bounds__(THREADS, 1) void solve(
    Tables t, const Position *positions, int count, const float *chance, const float *goes_by,
    float *out, float eps, Cell *scratch, unsigned long long *state) {
    __shared__ Cell parts[THREADS / 32];
    __shared__ int taken;
    Later later = {chance, goes_by};
    scratch += (long long)blockIdx.x * (ROLLS * TURN_ROLLS);
    while (true) {
        if (threadIdx.x == 0) taken = (int)atomicAdd(state, 1ull);
        __syncthreads();
        int task = taken;
        __syncthreads();
        if (task >= count) return;
        Position p = positions[task];
        float *row = out + (long long)p.row * (2 * HALF) + HALF;
        bool won = false, lost = false;
        int low = 0, high = 0;
        while (true) {
            bool up = high < HALF && !won;
            if (!up && (low <= -HALF || lost)) break;
            int lead = up ? high : low - LEADS;
            Cell found = chances(t, later, p, lead, parts, scratch);
            if (threadIdx.x == 0) write(row + lead, found);
            if (up) {
                high += LEADS;
                won = lowest(found) > 1 - eps;
            } else {
                low -= LEADS;
                lost = highest(found) < eps;
            }
        }
        for (int lead = (int)threadIdx.x - HALF; lead < low; lead += THREADS) row[lead] = 0;
        for (int lead = high + threadIdx.x; lead < HALF; lead += THREADS) row[lead] = 1;
        if (threadIdx.x == 0) {
            atomicAdd(state + 1, (unsigned long long)(high - low));
            atomicMax(state + 2, (unsigned long long)max(high, -low));
        }
    }
}
