"""The wanted programs and those that the machine holds: docs/machines.md, 6."""
import time

from parts import CATEGORIES, hash_of, log, now


class Programs:
    """Part of the machine; uses its memory, `publish` and `report`."""

    def held(self):
        return [{key: value for key, value in one.items() if key != "body"} for one in self.memory["held"].values()]

    def missing(self):
        held = self.memory["held"]
        return [one for one in (self.memory["desired"] or {"programs": []})["programs"]
                if held.get(one["id"], {}).get("sha256") != one["sha256"]]

    def on_desired(self, message):
        if message is None or message["version"] < (self.memory["desired"] or {"version": 0})["version"]:
            return
        self.memory["desired"] = message
        wanted = {one["id"]: one for one in message["programs"]}
        # One that was refused is asked for again in another revision.
        held = {id: one for id, one in self.memory["held"].items() if id in wanted and (
            one["state"] != "refused" or one["revision"] == wanted[id]["revision"])}
        # In the order of the list; the same body under a new revision need not be sent again.
        self.memory["held"] = {id: {**held[id], "revision": one["revision"]} if held[id]["sha256"] == one["sha256"]
                               else held[id] for id, one in wanted.items() if id in held}
        self.ask()
        self.settle()

    def ask(self):
        self.asked = time.monotonic()
        wanted = [{"id": one["id"], "revision": one["revision"]} for one in self.missing()[:50]]
        if wanted:
            self.publish("requests", {"id": self.memory.new_id(), "at": now(), "programs": wanted})

    def on_programs(self, message):
        body = message["body"]
        wanted = next((one for one in self.missing() if one["id"] == body["id"]), None)
        if wanted is None:
            return
        code = None
        if hash_of(body) != wanted["sha256"]:
            if body["revision"] != wanted["revision"]:
                return
            code = "damaged"
        elif body["category"] != CATEGORIES.get(self.options.model.split("-")[0], body["category"]):
            code = "otherCategory"
        taken = {"id": body["id"], "revision": wanted["revision"], "sha256": wanted["sha256"],
                 "state": "refused" if code else "applied"}
        self.memory["held"][body["id"]] = {**taken, **({"reason": {"code": code, "values": {}}} if code else
                                                       {"body": body})}
        log("program", id=body["id"], state=taken["state"])
        self.settle()

    def settle(self):
        if self.missing():
            return self.memory.save()
        self.memory["processed"] = self.memory["desired"]["version"]
        self.report("reported", {"at": now(), "desiredVersion": self.memory["processed"], "programs": self.held()})
