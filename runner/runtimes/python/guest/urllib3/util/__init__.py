from .retry import Retry

__all__ = ['Retry']
