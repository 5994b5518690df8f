#!/bin/sh
# Turns a Debian root file system into the root of the base image: packages and the first process, nothing else. Runs as
# root inside it, with this folder under /tmp/base-image.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
here=/tmp/base-image
tools=/tmp/base-image-tools

apt-get update -qq
apt-get upgrade -qq --yes --no-install-recommends
# shellcheck disable=SC2046 # a list of names
apt-get install -qq --yes --no-install-recommends $(cat "$here/packages.txt")

# A command of a skill may name either.
command -v python > /dev/null || ln -s python3 /usr/bin/python

# The compiler is unpacked beside the system and not installed, so nothing of it stays. Its output is small and static.
mkdir -p "$tools/packages"
(cd "$tools/packages" && apt-get download -qq tcc musl-dev)
for package in "$tools"/packages/*.deb; do dpkg-deb --extract "$package" "$tools"; done
machine=$(uname -m)
musl=$tools/usr/lib/$machine-linux-musl
tcc=$tools/usr/lib/$machine-linux-gnu/tcc
"$tools/usr/bin/tcc" -std=c11 -Wall -Werror -static -nostdinc -nostdlib \
  -I"$tools/usr/include/$machine-linux-musl" -I"$tcc/include" -o /usr/local/bin/travel-init \
  "$musl/crt1.o" "$musl/crti.o" "$here/init/travel-init.c" "$musl/libc.a" "$tcc/libtcc1.a" "$musl/crtn.o"
chmod 0755 /usr/local/bin/travel-init
rm -rf "$tools"

apt-get clean
rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /usr/share/doc /usr/share/man /usr/share/info /usr/share/lintian \
  /usr/share/locale /usr/share/i18n /usr/share/bash-completion
# No file may raise its user's rights.
find / -xdev -perm /6000 -type f -exec chmod a-s {} +
