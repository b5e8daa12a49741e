"""The native core, in the build that suits this processor.

The rules and searches are compiled once for every x86-64 (or ARM64) machine and once more for x86-64-v3 (AVX2,
BMI2); both give the
same answers. ``DUIYI_CPU=v1`` in the environment forces the plain build. The names are those of ``_core.pyi``.
"""

import os
from importlib import import_module

_level = os.environ.get("DUIYI_CPU") or f"v{import_module('duiyi._cpu').level()}"
_build = import_module("duiyi._core_v3" if _level == "v3" else "duiyi._core_v1")
globals().update({name: value for name, value in vars(_build).items() if not name.startswith("_")})
