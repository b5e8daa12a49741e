"""The native core, in the build that suits this processor.

The rules are compiled once for every x86-64 (or ARM64) machine and once more for x86-64-v3 (AVX2, BMI2); both give the same
answers. ``DUIYI_CPU=v1`` in the environment forces the plain build.
"""

import os

from duiyi import _cpu

if os.environ.get("DUIYI_CPU", f"v{_cpu.level()}") == "v3":
    from duiyi._core_v3 import *  # noqa: F403
else:
    from duiyi._core_v1 import *  # noqa: F403
