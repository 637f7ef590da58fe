"""supple: soft bodies, baked and played.

    import supple
    glb, report = supple.bake("hero.glb")
    body = supple.Asset(glb).body()
    body.place(palette)                 # [bone, 4, 4]
    body.drive(palette)
    body.step(1 / 60)
    positions, normals, *_ = body.skin()

    frequencies, shapes = supple.modes((nodes, tets))
    states = supple.simulate("shaken.yaml").positions

docs/python.md is the tutorial.

SPDX-License-Identifier: MIT
"""
from ._library import runtime
from ._recorded import Playing, RecordedContact
from ._touch import Pin, Point
from .asset import Asset, Entry, LightInfo, Mesh, Part, Recorded, Response, Tuning
from .bake import Bone, Report, Surface, bake, recipe_input
from .body import Body, Dynamics, Filter, Measures, Motion, Stats, Vertices
from .drawing import Drawing
from .errors import AssetError, BakeError, Cancelled, Finding, SuppleError
from .light import Ground, Light
from .modes import Modes, Tets, modes
from .simulate import States, simulate
from .shape import Shape
from .world import Collider, Joint, World
from .world_results import Contact, Event, Hit, JointState, WorldStats

__version__ = runtime().supple_version_text().decode()

__all__ = [
    "Asset",
    "AssetError",
    "BakeError",
    "Body",
    "Bone",
    "Cancelled",
    "Collider",
    "Contact",
    "Drawing",
    "Dynamics",
    "Entry",
    "Event",
    "Filter",
    "Finding",
    "Ground",
    "Hit",
    "Joint",
    "JointState",
    "Light",
    "LightInfo",
    "Measures",
    "Mesh",
    "Modes",
    "Motion",
    "Part",
    "Pin",
    "Playing",
    "Point",
    "Recorded",
    "RecordedContact",
    "Report",
    "Response",
    "States",
    "Stats",
    "Shape",
    "SuppleError",
    "Surface",
    "Tets",
    "Tuning",
    "Vertices",
    "World",
    "WorldStats",
    "bake",
    "modes",
    "recipe_input",
    "simulate",
]
