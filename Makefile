# Builds the engine to a file of a given name, in the way that OpenBench calls for it: make EXE=name, then ./name bench.
# Cargo is all that is needed to build it otherwise.

EXE ?= janggun
CARGO ?= cargo
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
# OpenBench leaves it to the engine to know what its system calls a program.
FILE := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

.PHONY: all clean

all:
	$(CARGO) build --release --locked --bin janggun
	cp "$(CARGO_TARGET_DIR)/release/janggun$(SUFFIX)" "$(FILE)"

clean:
	$(CARGO) clean
