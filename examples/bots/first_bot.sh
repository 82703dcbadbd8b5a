#!/bin/sh
# A bot for any game of Rexarium that makes the first move it is offered, in a POSIX shell without other tools.
# Seat it with `outside:sh examples/bots/first_bot.sh`; docs/how-to/write-a-bot.md describes the messages.

while read -r line; do
    case $line in
    '{"type":"hello",'*)
        echo '{"type":"hello","protocol":1}'
        ;;
    '{"type":"decision",'*)
        first=${line#*'"choices":[{"move":'}
        echo "{\"type\":\"move\",\"move\":${first%%,*}}"
        ;;
    esac
done
