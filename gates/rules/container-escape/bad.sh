docker run --privileged -v /:/host alpine sh
