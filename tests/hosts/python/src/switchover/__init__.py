"""Switchover decides what an LLM client does when a model call fails."""
from .engine import Engine, Turn
