# An image that holds only ponderhit. Build the program first, then the image:
#
#     cargo build --release --target x86_64-unknown-linux-musl -p ponderhit
#     docker build -t ponderhit .
#
# An engine needs its own libraries, so copy ponderhit into the image of the engine:
#
#     COPY --from=ponderhit /ponderhit /usr/local/bin/ponderhit
FROM scratch
COPY target/x86_64-unknown-linux-musl/release/ponderhit /ponderhit
WORKDIR /tmp
ENTRYPOINT ["/ponderhit"]
