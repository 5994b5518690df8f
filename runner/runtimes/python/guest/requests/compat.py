from urllib.parse import quote, quote_plus, unquote, unquote_plus, urlencode, urljoin, urlparse, urlsplit, urlunparse
