#!/bin/sh
# Makes the two subsets in this folder from the full Roboto fonts of Debian's package fonts-roboto-unhinted.
# Usage: subset.sh FOLDER_WITH_THE_FULL_FONTS   (needs pyftsubset of fonttools; 4.68.0 was used)
set -eu
for face in Roboto-Regular Roboto-Medium; do
    pyftsubset "$1/$face.ttf" \
        --unicodes='U+0020-007E,U+00A0-00FF,U+03BC,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2070,U+2074-2079,U+207B,U+2212,U+2248,U+2260,U+2264,U+2265' \
        --layout-features='' --no-hinting --name-IDs='0,1,2,3,4,5,6,13,14' \
        --output-file="$(dirname "$0")/$face.ttf"
done
