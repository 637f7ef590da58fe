// The eigenproblem of bake/fem on all ranks: rank 0 hands out work, the others serve.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen_engine.h"
#include "mpi/choice.h"

typedef struct remote remote;

// On every rank, once. The leader's becomes what commands are given.
remote* remote_begin(choice_method told, arena* memory);
eigen_remote remote_engine(remote* x);

// The others: until the leader ends them.
void remote_serve(remote* x);

// The leader, at last. Where a command was left in the middle of common work, all ranks end here.
void remote_end(remote* x);
