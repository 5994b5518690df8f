#!/bin/bash
# Makes CPython for WASI from the Debian packages that packages.sha256 pins. scripts/build-python.ts runs the phases
# in this order:
#
#   build.sh packages       downloads the packages from MIRROR into PACKAGES, and unpacks them
#   build.sh libraries      compiles zlib, bzip2 and SQLite for WASI
#   build.sh interpreter    compiles CPython: WORK/python.wasm
#   build.sh library        packs the standard library and the HTTP libraries: WORK/library.zip
#
# Everything else happens in WORK: the system gets no package, and root is not needed. The results have the same bytes
# in every folder and on every day.
set -euo pipefail

: "${WORK:?the folder to work in}" "${PACKAGES:?the folder of the downloaded packages}"
here=$(cd "$(dirname "$0")" && pwd)
pins=$here/packages.sha256

root=$WORK/root
bin=$WORK/bin
sources=$WORK/sources
objects=$WORK/objects

machine=$root/usr/lib/x86_64-linux-gnu
llvm=$root/usr/lib/llvm-19
wasi=$root/usr/lib/wasm32-wasi
headers=$root/usr/include/wasm32-wasi
# Relative, because CPython compiles the path from its build folder to its sources into the module.
python=sources/Python-3.13.5

# The user's own variables, such as CFLAGS, would change the result. A proxy's are for the downloads.
for name in $(compgen -e); do
  case $name in
    WORK | PACKAGES | MIRROR | PATH | HOME | TMPDIR | *_proxy) ;;
    *) unset "$name" ;;
  esac
done

# Compiled files name the folder of their sources and the time of their build: both are replaced by constants. How
# Python writes a compiled module also depends on whether it has read its own modules from a cache, so it keeps none.
export SOURCE_DATE_EPOCH=1750000000 LC_ALL=C TZ=UTC PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1
export PATH=$bin:$PATH

# Clang looks for its own files next to the program file, which is the loader here (see `tool`).
cc="clang --target=wasm32-wasip1 --sysroot=$root/usr -resource-dir=$llvm/lib/clang/19 -no-canonical-prefixes"
cc+=" -ffile-prefix-map=$WORK=/build"

packages() {
  local sum path
  while read -r sum path; do
    download "$sum" "$path"
  done < "$pins"

  mkdir -p "$root" "$bin" "$sources"
  while read -r sum path; do
    case $path in *.deb) dpkg-deb --extract "$PACKAGES/$path" "$root" ;; esac
  done < "$pins"
  place_tools
  while read -r sum path; do
    # Python unpacks them, as a small Debian has no xz.
    case $path in *.orig.tar.*) python3.13 -m tarfile --filter data --extract "$PACKAGES/$path" "$sources" ;; esac
  done < "$pins"
}

# apt's own helper uses the machine's proxy settings, and keeps no file with another checksum.
download() {
  local sum=$1 path=$2 target=$PACKAGES/$2
  sha256sum --check --status <<< "$sum  $target" 2> /dev/null && return
  mkdir -p "$(dirname "$target")"
  rm -f "$target"
  /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "${MIRROR:?the URL of a Debian mirror}/$path" \
    "$target" "SHA256:$sum" && return
  printf '%s\n' "The mirror does not have $path with the pinned checksum." \
    "Mirrors drop a package when a newer version replaces it. An archive of old packages still has it: pass its URL" \
    "with --mirror, or save the file as $target." >&2
  exit 1
}

place_tools() {
  tool clang "$llvm/bin/clang"
  tool wasm-ld "$llvm/bin/lld"
  # The name by which Debian's Clang calls its linker.
  ln -s wasm-ld "$bin/wasm-ld-19"
  tool llvm-ar "$llvm/bin/llvm-ar"
  tool llvm-ranlib "$llvm/bin/llvm-ar"
  tool make "$root/usr/bin/make"
  tool python3.13 "$root/usr/bin/python3.13" PYTHONHOME="$root/usr"
  # Debian's Clang knows this target by its older name.
  ln -s wasi "$llvm/lib/clang/19/lib/wasip1"
}

# tool NAME PROGRAM [VARIABLE=VALUE…]: a command that runs a program of the packages with the C library of the packages,
# so that the machine may be an older or a newer Debian.
tool() {
  local name=$1 program=$2
  shift 2
  cat > "$bin/$name" << SCRIPT
#!/bin/sh
exec env $* '$machine/ld-linux-x86-64.so.2' --library-path '$machine:$llvm/lib' --argv0 '$bin/$name' '$program' "\$@"
SCRIPT
  chmod +x "$bin/$name"
}

# The libraries go into the C library's folders, where CPython's configure finds them by itself.
libraries() {
  archive z "$sources"/zlib-* 'zlib.h zconf.h' \
    'adler32 compress crc32 deflate gzclose gzlib gzread gzwrite infback inffast inflate inftrees trees uncompr zutil' \
    -DHAVE_UNISTD_H
  archive bz2 "$sources/bzip2-1.0.8" bzlib.h 'blocksort bzlib compress crctable decompress huffman randtable'
  # SQLite's own source package needs Tcl and a native compiler to join its files. The package of R's binding carries
  # the joined file of a release. Files need no locks, as WASI has no second process.
  archive sqlite3 "$sources/RSQLite/src/vendor/sqlite3" sqlite3.h sqlite3 \
    -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_TEMP_STORE=3 \
    -DSQLITE_DEFAULT_UNIX_VFS='"unix-none"' -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_MATH_FUNCTIONS
}

# archive NAME FOLDER HEADERS SOURCES [OPTION…]: compiles the sources of the folder into libNAME.a.
archive() {
  local name=$1 folder=$2 source
  local -a header_names source_names
  read -ra header_names <<< "$3"
  read -ra source_names <<< "$4"
  shift 4
  mkdir -p "$objects"
  (
    cd "$objects"
    for source in "${source_names[@]}"; do
      $cc -O2 -c "$@" -o "$name-$source.o" "$folder/$source.c"
      llvm-ar rcs "$wasi/lib$name.a" "$name-$source.o"
    done
    cd "$folder" && cp "${header_names[@]}" "$headers"
  )
}

interpreter() {
  # The stack of the JavaScript engine holds fewer nested calls of C functions than CPython allows on WASI, and how many
  # it holds varies. With the limit of Python 3.12, a script gets a RecursionError, always at the same depth.
  sed -i 's/Py_C_RECURSION_LIMIT 5000$/Py_C_RECURSION_LIMIT 500/' "$WORK/$python/Include/cpython/pystate.h"
  mkdir "$WORK/build"
  cd "$WORK/build"
  # configure would otherwise find the libraries of the machine with the machine's own pkg-config.
  CC=$cc CPP="$cc -E" AR=llvm-ar RANLIB=llvm-ranlib CFLAGS=-g0 PKG_CONFIG=false \
    CONFIG_SITE="../$python/Tools/wasm/config.site-wasm32-wasi $here/config.site" \
    "../$python/configure" --host=wasm32-wasip1 --build=x86_64-pc-linux-gnu --prefix=/usr/local \
    --with-build-python="$bin/python3.13" --disable-test-modules --without-ensurepip
  # With a larger stack, deep recursion meets the limit of the JavaScript engine, at a depth that varies, before it
  # meets CPython's own. The memory begins with room for the data only, and grows: what the image of memory holds is
  # compared after each execution, and CPython's default of 20 MB leaves a fifth of it unused.
  make -s -j"$(nproc)" LINKFORSHARED='-z stack-size=1048576 -Wl,--stack-first -Wl,--initial-memory=6291456 -Wl,--strip-all' \
    python.wasm
  cp python.wasm "$WORK/python.wasm"
}

library() {
  python3.13 "$here/pack-library.py" "$WORK/$python/Lib" "$root/usr/lib/python3/dist-packages" "$WORK/library.zip"
}

case ${1-} in
  packages | libraries | interpreter | library) "$1" ;;
  *) echo "build.sh: packages, libraries, interpreter or library" >&2; exit 2 ;;
esac
