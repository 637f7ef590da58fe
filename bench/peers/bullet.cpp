// Bullet's reduced deformable bodies, for `bench bullet`: read from our files, stepped, timed.
//
//   bench_bullet FOLDER/ MODES BODIES STEPS flight|ground|pile FILE
//
// Writes into FILE seconds a step (in flight the best block of 20, on the ground the mean), contacts of nodes in the last step, and where the centres
// are. C++ because Bullet is; built only when asked for, where libbullet-dev is installed.
// SPDX-License-Identifier: MIT
#include <BulletSoftBody/BulletReducedDeformableBody/btReducedDeformableBody.h>
#include <BulletSoftBody/BulletReducedDeformableBody/btReducedDeformableBodyHelpers.h>
#include <BulletSoftBody/BulletReducedDeformableBody/btReducedDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <btBulletDynamicsCommon.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const btScalar STEP = btScalar(1.0 / 60.0);
static const int BLOCK = 20;

static double seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Bodies beside and above each other, as bench/bullet.c places ours.
static btVector3 place_of(int i, bool ground, bool pile) {
    if (!ground)
        return btVector3(btScalar(2 * i), 0, 0);
    if (pile)
        return btVector3(btScalar(0.08 * (i % 3 - 1)), btScalar(0.25 + 0.3 * i),
                         btScalar(0.08 * (i % 2)));
    return btVector3(btScalar(0.9 * (i % 3)), btScalar(0.25 + 0.3 * (i / 9)),
                     btScalar(0.9 * (i / 3 % 3)));
}

static btReducedDeformableBody* add_body(btDeformableMultiBodyDynamicsWorld& world,
                                         const char* folder, int modes, btVector3 place,
                                         bool ground) {
    btReducedDeformableBody* b = btReducedDeformableBodyHelpers::createReducedDeformableObject(
        world.getWorldInfo(), folder, "mesh.vtk", modes, false);
    world.addSoftBody(b);
    b->getCollisionShape()->setMargin(btScalar(0.005));
    btTransform at;
    at.setIdentity();
    at.setOrigin(place);
    b->transform(at);
    b->setStiffnessScale(1);
    b->setDamping(0, btScalar(0.004));
    b->m_cfg.kKHR = 1;
    b->m_cfg.kCHR = 1;
    b->m_cfg.kDF = btScalar(0.5);
    b->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
    b->m_sleepingThreshold = 0;
    if (!ground) {
        b->setRigidVelocity(btVector3(0, 5, 0));
        b->setRigidAngularVelocity(btVector3(1, 2, 0));
    }
    return b;
}

static void add_ground(btDeformableMultiBodyDynamicsWorld& world) {
    btCollisionShape* box = new btBoxShape(btVector3(20, 1, 20));
    btTransform at;
    at.setIdentity();
    at.setOrigin(btVector3(0, -1, 0));
    btRigidBody* ground = new btRigidBody(
        btRigidBody::btRigidBodyConstructionInfo(0, new btDefaultMotionState(at), box));
    ground->setFriction(btScalar(0.5));
    world.addRigidBody(ground);
}

int main(int argc, char** argv) {
    if (argc < 7)
        return 2;
    int modes = std::atoi(argv[2]), count = std::atoi(argv[3]), steps = std::atoi(argv[4]);
    bool pile = std::strcmp(argv[5], "pile") == 0; // onto each other
    bool ground = pile || std::strcmp(argv[5], "ground") == 0;

    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btReducedDeformableBodySolver reduced;
    btDeformableMultiBodyConstraintSolver solver;
    solver.setDeformableSolver(&reduced);
    btDeformableMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration,
                                             &reduced);
    btVector3 gravity(0, btScalar(-9.81), 0);
    world.setGravity(gravity);
    world.getWorldInfo().m_gravity = gravity;
    world.getWorldInfo().m_sparsesdf.setDefaultVoxelsz(btScalar(0.05));
    world.getWorldInfo().m_sparsesdf.Reset();
    world.setImplicit(false);
    world.setLineSearch(false);
    world.setUseProjection(false);
    btContactSolverInfo& info = world.getSolverInfo();
    info.m_deformable_erp = btScalar(0.2);
    info.m_deformable_cfm = btScalar(0.2);
    info.m_friction = btScalar(0.5);
    info.m_splitImpulse = false;
    info.m_numIterations = 100; // as its own examples have it
    if (ground)
        add_ground(world);

    std::vector<btReducedDeformableBody*> bodies;
    for (int i = 0; i < count; ++i)
        bodies.push_back(add_body(world, argv[1], modes, place_of(i, ground, pile), ground));

    double best = 1e30, sum = 0.0;
    for (int i = 0; i < steps; i += BLOCK) {
        double begin = seconds();
        for (int k = 0; k < BLOCK; ++k)
            world.stepSimulation(STEP, 1, STEP);
        double took = (seconds() - begin) / BLOCK;
        best = took < best ? took : best;
        sum += took * BLOCK;
    }
    int contacts = 0;
    btVector3 middle(0, 0, 0), low(1e9f, 1e9f, 1e9f);
    for (btReducedDeformableBody* b : bodies) {
        contacts += b->m_nodeRigidContacts.size() + b->m_faceRigidContacts.size();
        middle += b->getRigidTransform().getOrigin() / btScalar(count);
        for (int i = 0; i < b->m_nodes.size(); ++i)
            low.setMin(b->m_nodes[i].m_x);
    }
    std::FILE* out = std::fopen(argv[6], "w");
    if (out == NULL)
        return 1;
    std::fprintf(out, "%.9g %d %.9g %.9g %.9g %.9g\n", ground ? sum / steps : best, contacts,
                 double(middle.x()), double(middle.y()), double(middle.z()), double(low.y()));
    std::fclose(out);
    std::_Exit(0); // what Bullet has allocated goes with the process
}
