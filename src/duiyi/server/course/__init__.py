"""The course bridge: clients of the Chinese Checkers and NoGo courses at our tables, over TCP, a JSON line each."""

from duiyi.server.course.gate import course_gate

__all__ = ["course_gate"]
