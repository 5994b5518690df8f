"""What programs import from here."""

from urllib.parse import quote, unquote, urlparse, urlunparse

from .cookies import cookiejar_from_dict
from .models import requote as requote_uri
from .sessions import default_headers


def dict_from_cookiejar(jar):
    return {cookie.name: cookie.value for cookie in jar}


def default_user_agent():
    return default_headers()['User-Agent']
