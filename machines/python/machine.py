#!/usr/bin/env python3
"""A complete machine for the Fournil machine link, as an example: see docs/machines.md.

Needs Python 3.9, paho-mqtt and cryptography (Debian: python3-paho-mqtt, python3-cryptography). The oven itself is only
played: lines on standard input such as "bake", "change", "fault E03", "end E03" are what happens to it. One JSON line
for each event goes to standard output.
"""
import argparse
import datetime
import json
import os
import queue
import random
import signal
import ssl
import sys
import threading
import time
from urllib.parse import urlparse

import paho.mqtt.client as mqtt

from parts import Memory, apply_setting, log, new_key, now, post, request_for, signature_over
from programs import Programs

BATCHED = ("activities", "errors", "readings")
STORED_WITHIN, ALIVE_AFTER, RENEW_DAYS, ANSWERS_KEPT = 15, 40, 30, 200


class Machine(Programs):
    def __init__(self, options):
        self.options, self.memory = options, Memory(options.state)
        self.stopping, self.client, self.lines = False, None, queue.Queue()
        self.locate_at = self.later()
        self.asked, self.reading_at, self.renew_at, self.refused_until, self.refusals = 0.0, 0.0, 0.0, 0.0, 0

    # Pairing and renewal

    def pair(self):
        """One call. Returns how long to wait for the next one where the server says so."""
        self.memory["key"] = self.memory["key"] or new_key()
        body = {"serialNumber": self.options.serial, "pin": self.options.pin, "model": self.options.model,
                "certificateRequest": request_for(self.memory["key"], self.options.serial)}
        status, answer, wait = post(self.options.server, "pair", body)
        if status == 200:
            if self.memory["credentials"] and self.memory["credentials"]["machineId"] != answer["machineId"]:
                self.memory.forget_owner()
            self.memory["credentials"], self.refusals = answer, 0
            self.memory.save()
            log("paired", machineId=answer["machineId"])
        else:
            log("notPaired", status=status, answer=answer)
        return wait

    def pair_at_last(self):
        pause = 2.0
        while not self.memory["credentials"] and not self.stopping:
            wait = self.pair()
            if not self.memory["credentials"]:
                self.sleep(wait or pause)
            pause = min(30.0, pause * 1.4)

    def renew(self):
        """In the last month; the former certificate is accepted until the new one has been used."""
        if time.monotonic() < self.refused_until:
            return False
        credentials, self.renew_at = self.memory["credentials"], time.monotonic() + 60
        expires = datetime.datetime.fromisoformat(credentials["certificateExpiresAt"].replace("Z", "+00:00"))
        if expires - datetime.datetime.now(datetime.timezone.utc) > datetime.timedelta(days=RENEW_DAYS):
            return False
        key = new_key()
        request = request_for(key, self.options.serial)
        status, answer, wait = post(self.options.server, "renew", {
            "certificate": credentials["certificate"], "certificateRequest": request,
            "signature": signature_over(request, self.memory["key"])})
        if status != 200:
            self.refused_until = time.monotonic() + (3600 if status in (403, 422) else wait)
            log("notRenewed", status=status, answer=answer)
            return False
        self.memory["key"], self.memory["credentials"] = key, answer
        self.memory.save()
        log("renewed", expiresAt=answer["certificateExpiresAt"])
        return True

    def later(self):
        return time.monotonic() + self.options.locate_seconds * random.uniform(1, 2)

    def locate(self):
        """No birth was stored for minutes: perhaps the broker has moved. The address alone is taken, and TLS stays."""
        if time.monotonic() < self.locate_at:
            return
        self.locate_at, credentials = self.later(), self.memory["credentials"]
        certificate = credentials["certificate"]
        status, answer, _ = post(self.options.server, "locate", {
            "certificate": certificate, "signature": signature_over(certificate, self.memory["key"])})
        if status != 200 or not answer["brokerUrl"].startswith("mqtts://"):
            return log("notLocated", status=status, answer=answer)
        credentials["brokerUrl"] = answer["brokerUrl"]
        self.memory.save()
        log("located", brokerUrl=answer["brokerUrl"])

    # One connection

    def topic(self, name):
        return f"m/{self.memory['credentials']['machineId']}/{name}"

    def publish(self, name, message, qos=1):
        self.sent = time.monotonic()
        return self.client.publish(self.topic(name), json.dumps({"v": 1, **message}), qos)

    def connect(self):
        memory, credentials = self.memory, self.memory["credentials"]
        memory["session"] += 1
        memory.save()
        self.born, self.closed, self.unstored, self.sent, self.birth_id = False, False, None, time.monotonic(), None
        self.early, self.answered = [], False
        version = [mqtt.CallbackAPIVersion.VERSION1] if hasattr(mqtt, "CallbackAPIVersion") else []
        self.client = client = mqtt.Client(*version, client_id=credentials["machineId"], clean_session=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=credentials["authority"])
        for name, text in (("certificate", credentials["certificate"]), ("key", memory["key"])):
            with open(os.path.join(self.options.state, name + ".pem"), "w", encoding="ascii") as file:
                os.fchmod(file.fileno(), 0o600)
                file.write(text)
        context.load_cert_chain(*(os.path.join(self.options.state, name) for name in ("certificate.pem", "key.pem")))
        client.tls_set_context(context)
        client.will_set(self.topic("will"), json.dumps({"v": 1, "session": memory["session"]}), 1)
        client.on_connect, client.on_disconnect = self.on_connect, self.on_disconnect
        client.on_subscribe, client.on_message = self.on_subscribe, self.on_message
        address = urlparse(credentials["brokerUrl"])
        client.connect(address.hostname, address.port or 8883, keepalive=20)

    def on_connect(self, client, _data, _flags, code, *_):
        self.answered = True
        if code != 0:
            self.refusals += code == 5  # Not authorised; 3 is for a while.
            return log("refusedByBroker", code=code)
        self.refusals = 0
        client.subscribe([(self.topic(name), 1) for name in ("desired", "programs", "commands", "stored", "refused")])

    def on_subscribe(self, *_):
        memory, self.birth_id = self.memory, self.memory.new_id()
        self.send("birth", {"id": self.birth_id, "at": now(), "session": memory["session"],
                            "model": self.options.model, "softwareVersion": self.options.software,
                            "settings": memory["settings"], "programs": self.held(),
                            "desiredVersion": memory["processed"]}, [self.birth_id])

    def on_disconnect(self, *_):
        self.closed = True

    def on_message(self, _client, _data, message):
        name = message.topic.rsplit("/", 1)[1]
        try:
            content = json.loads(message.payload) if message.payload else None
            # What comes before the birth is stored waits for it.
            if name in ("stored", "refused") or self.born:
                getattr(self, "on_" + name)(content)
            else:
                self.early.append((name, content))
        except (ValueError, KeyError, TypeError) as error:
            log("badMessage", topic=name, reason=repr(error))

    # Reports: kept until the server has named them

    def report(self, topic, entry):
        entry = {"id": self.memory.new_id(), **entry}
        if topic == "reported":
            self.memory["queue"] = [one for one in self.memory["queue"] if one["topic"] != "reported"]
        self.memory["queue"].append({"topic": topic, "entry": entry})
        self.memory.save()

    def send(self, topic, message, ids):
        self.unstored = {"topic": topic, "message": message, "ids": set(ids), "at": time.monotonic()}
        self.publish(topic, message)

    def flush(self):
        """The oldest report, and those of its topic that follow; the next ones when these are named."""
        waiting = self.memory["queue"]
        if not self.born or self.unstored or not waiting:
            return
        topic = waiting[0]["topic"]
        if topic not in BATCHED:
            return self.send(topic, waiting[0]["entry"], [waiting[0]["entry"]["id"]])
        entries = [one["entry"] for one in waiting if one["topic"] == topic][:100]
        self.send(topic, {"entries": entries}, [entry["id"] for entry in entries])

    def on_stored(self, message):
        self.done(message["ids"])
        if self.birth_id in message["ids"]:
            self.born = True
            log("born", session=self.memory["session"])
            for name, content in self.early:
                getattr(self, "on_" + name)(content)

    def on_refused(self, message):
        for entry in message["entries"]:
            log("refused", topic=message["topic"], **entry)
        self.done([entry["id"] for entry in message["entries"]
                   if "id" in entry and entry.get("list", "entries") == "entries" and entry["id"] != self.birth_id])

    def done(self, ids):
        self.memory["queue"] = [one for one in self.memory["queue"] if one["entry"]["id"] not in ids]
        self.memory.save()
        if self.unstored:
            self.unstored["ids"] -= set(ids)
            if not self.unstored["ids"]:
                self.unstored = None

    # Settings

    def on_commands(self, message):
        known = dict(self.memory["answers"])
        answer = known.get(message["commandId"])
        if answer is None:
            answer = {"id": self.memory.new_id(), "at": now(), "commandId": message["commandId"],
                      **apply_setting(self.memory["settings"], message)}
            self.memory["answers"] = (self.memory["answers"] + [[message["commandId"], answer]])[-ANSWERS_KEPT:]
            log("command", param=message["set"]["param"], done=answer["done"])
        self.memory["queue"].append({"topic": "answers", "entry": answer})
        self.memory.save()

    # What happens at the oven

    def at_oven(self, line):
        word, *rest = line.split()
        faults = self.memory.data.setdefault("faults", {})
        if word == "bake":
            applied = [one for one in self.memory["held"].values() if one.get("body")]
            program = {"program": {"id": applied[0]["id"], "name": applied[0]["body"]["name"],
                                   "revision": applied[0]["revision"], "sha256": applied[0]["sha256"],
                                   "totalSeconds": 60}} if applied else {
                "program": {"id": None, "name": "Own", "revision": None, "totalSeconds": 60}}
            program["softwareVersion"] = self.options.software
            self.report("activities", {"at": now(), "type": "ProgramStart", **program})
            self.report("activities", {"at": now(), "type": "ProgramEnd", "mode": "done", **program})
        elif word == "fault" and rest[0] not in faults:
            faults[rest[0]] = now()
            self.report("errors", {"code": rest[0], "dateStart": faults[rest[0]]})
        elif word == "end" and rest[0] in faults:
            self.report("errors", {"code": rest[0], "dateStart": faults.pop(rest[0]), "dateEnd": now()})
        elif word == "change":
            self.change()
        elif word == "cut":
            self.client.socket().close()

    def read(self):
        self.reading_at = time.monotonic() + self.options.reading_seconds
        self.memory["meter"] += 0.1
        self.report("readings", {"at": now(), "chamberTemperatureCelsius": 21.5, "setTemperatureCelsius": None,
                                 "energyKilowattHours": round(self.memory["meter"], 1), "doorOpen": False,
                                 "program": None})

    def tick(self):
        at = time.monotonic()
        while not self.lines.empty():
            self.at_oven(self.lines.get())
        if at > self.reading_at:
            self.read()
        if self.unstored and at - self.unstored["at"] > STORED_WITHIN:
            self.unstored["at"] = at
            self.publish(self.unstored["topic"], self.unstored["message"])
        if self.born and at - self.asked > 30:
            self.ask()
        if self.born and at - self.sent > ALIVE_AFTER:
            self.publish("alive", {}, 0)
        self.flush()

    def sleep(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.stopping:
            time.sleep(0.1)

    def listen(self):
        for line in sys.stdin:
            if line.strip():
                self.lines.put(line)

    def run(self):
        threading.Thread(target=self.listen, daemon=True).start()
        self.report("activities", {"at": now(), "type": "PowerOn"})
        pause = 1.0
        while not self.stopping:
            self.pair_at_last()
            if self.stopping:
                break
            try:
                if self.refusals >= 10:  # Perhaps it was released; perhaps it is only switched off for a while.
                    self.pair()
                self.locate()
                self.renew()
                self.connect()
                while not self.closed and not self.stopping and self.client.loop(0.1) == mqtt.MQTT_ERR_SUCCESS:
                    self.tick()
                    if self.born:
                        pause, self.locate_at = 1.0, self.later()
                    if self.born and time.monotonic() > self.renew_at and self.renew():
                        self.client.disconnect()
                # With TLS 1.3 a broker that refuses the certificate ends the connection after the handshake.
                self.refusals += not self.answered
            except OSError as error:
                self.refusals += isinstance(error, ssl.SSLError)
                log("notConnected", reason=str(error))
            if not self.stopping:
                log("disconnected")
                self.sleep((60 if self.refusals >= 10 else pause) * random.uniform(0.75, 1.25))
                pause = min(30.0, pause * 2)
        self.leave()

    def leave(self):
        if self.client and self.client.is_connected():
            left = self.publish("will", {"session": self.memory["session"], "leaving": True})
            until = time.monotonic() + 2
            while not left.is_published() and time.monotonic() < until:
                self.client.loop(0.1)
            self.client.disconnect()
        log("stopped")


def main():
    parser = argparse.ArgumentParser(description="An example of a machine for the Fournil machine link.")
    for name, default in (("server", None), ("state", None), ("serial", None), ("pin", None), ("model", "sole-3-12"),
                          ("software", "1.0.0")):
        parser.add_argument("--" + name, default=default, required=default is None)
    parser.add_argument("--reading-seconds", type=float, default=60)
    parser.add_argument("--locate-seconds", type=float, default=300)
    machine = Machine(parser.parse_args())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: setattr(machine, "stopping", True))
    machine.run()


if __name__ == "__main__":
    main()
