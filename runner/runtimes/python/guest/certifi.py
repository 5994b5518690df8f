"""Takes the place of certifi, which requests asks for a list of certificates: the host has its own."""

OF_THE_HOST = '/the/list/of/the/host.pem'


def where():
    return OF_THE_HOST
