class HTTPError(Exception): pass
class HTTPWarning(Warning): pass
class SecurityWarning(HTTPWarning): pass
class InsecureRequestWarning(SecurityWarning): pass
class MaxRetryError(HTTPError): pass
