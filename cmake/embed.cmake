# A file as an array of C: cmake -DFILE=in -DNAME=page_data -DOUT=out.c -P cmake/embed.cmake
file(READ ${FILE} text HEX)
string(LENGTH "${text}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," text "${text}")
file(WRITE ${OUT} "#include \"bake/export/${NAME}.h\"\nconst size_t ${NAME}_size = ${size};\n"
                  "const unsigned char ${NAME}[] = {${text}0};\n")
