"""The wanted programs and those that the machine holds: docs/machines.md, 6."""
import copy
import time

from parts import CATEGORIES, hash_of, log, now


class Programs:
    """Part of the machine; uses its memory, `publish` and `report`."""

    def held(self):
        return [{key: value for key, value in one.items() if key != "body"} for one in self.memory["held"].values()]

    def missing(self):
        return [one for one in (self.memory["desired"] or {"programs": []})["programs"] if not self.is_settled(one)]

    def is_settled(self, wanted):
        """What was changed at the machine is kept until a person has decided that it gives way."""
        held = self.memory["held"].get(wanted["id"], {})
        # A decision names the change that gives way; one that was made since then is kept.
        gives_way = wanted.get("overwrite") and wanted.get("overwrites", held.get("sha256")) == held.get("sha256")
        is_kept = held.get("state") == "changed" and not gives_way
        return is_kept or held.get("sha256") == wanted["sha256"]

    def on_desired(self, message):
        if message is None or message["version"] < (self.memory["desired"] or {"version": 0})["version"]:
            return
        self.memory["desired"] = message
        wanted = {one["id"]: one for one in message["programs"]}
        # One that was refused is asked for again in another revision.
        held = {id: one for id, one in self.memory["held"].items() if id in wanted and (
            one["state"] != "refused" or one["revision"] == wanted[id]["revision"])}
        # In the order of the list; the same body under a new revision need not be sent again, nor one changed to it.
        for id, one in held.items():
            if one["sha256"] == wanted[id]["sha256"]:
                one["revision"] = wanted[id]["revision"]
                if one["state"] == "changed":
                    one["state"] = "applied"
                    del one["reason"]
        self.memory["held"] = {id: held[id] for id in wanted if id in held}
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

    def settle(self, is_changed=False):
        """Reports once nothing is missing, and a change at once."""
        is_whole = not self.missing()
        if is_whole:
            self.memory["processed"] = self.memory["desired"]["version"]
        if not is_whole and not is_changed:
            return self.memory.save()
        self.report("reported", {"at": now(), "desiredVersion": self.memory["processed"], "programs": self.held()})

    def change(self):
        """A person lowers the first temperature of the first program: the body is told, then the list."""
        held = next((one for one in self.memory["held"].values() if one.get("body")), None)
        if held is None:
            return
        body = {**copy.deepcopy(held["body"]), "revision": held["revision"]}
        heat = next(group for group in body["phaseGroups"] if group["phaseGroupType"] == "heat")
        values = heat["phases"][0]["values"]
        before = values["temperature"]
        if before <= 0:
            return
        values["temperature"] = max(0, before - 7)
        held.update(body=body, sha256=hash_of(body), state="changed", reason={"code": "changed", "values": {
            "step": 1, "fromCelsius": before, "toCelsius": values["temperature"]}})
        # A decision to overwrite was about a former change.
        for wanted in self.memory["desired"]["programs"]:
            if wanted["id"] == held["id"]:
                wanted.pop("overwrite", None)
        self.report("changed", {"at": now(), "sha256": held["sha256"], "body": body})
        self.settle(is_changed=True)
