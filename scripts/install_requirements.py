"""Install what pyproject.toml asks for, developer tools included, but not the project itself.

The project is installed apart, because only that step needs to be repeated when the native sources change.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    requirements = [*project["dependencies"], *extras["dev"], *extras["learn"], *extras["ray"]]
    command = [sys.executable, "-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), *requirements]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
