"""What a machine needs besides its connection: memory, keys and requests, the two calls, hashes, settings."""
import base64
import datetime
import hashlib
import json
import os
import urllib.error
import urllib.request

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

CATEGORIES = {"sole": "deck", "tour": "rack", "brise": "convection", "duo": "combi", "vulcan": "pizza",
              "pousse": "proofer"}


def log(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def canonical_text(body):
    """docs/machines.md, 6: category, id, name and phaseGroups; sorted keys, no white space, characters as they are."""
    part = {key: body[key] for key in ("category", "id", "name", "phaseGroups")}
    return json.dumps(part, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(body):
    return hashlib.sha256(canonical_text(body).encode("utf-8")).hexdigest()


class Memory:
    """What survives a power cut. Each change is written to a new file, which then takes the place of the old one."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, "state.json")
        self.data = {"boot": 0, "counter": 0, "session": 0, "credentials": None, "key": None, "desired": None,
                     "held": {}, "processed": 0, "queue": [], "answers": [], "meter": 1000.0,
                     "settings": [
                         {"param": "buzzer.enabled", "type": "BOOL", "value": True},
                         {"param": "manual.temperature", "type": "DOUBLE", "value": 220, "min": 0, "max": 250,
                          "unit": "Celsius"},
                         {"param": "display.name", "type": "TEXT", "value": "Oven", "maxLength": 40},
                         {"param": "display.language", "type": "TEXTLIST", "value": "fr", "options": ["fr", "en"]}]}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.data.update(json.load(file))
        self.data["boot"] += 1
        self.data["counter"] = 0
        self.save()

    def save(self):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), 0o600)
            json.dump(self.data, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path + ".new", self.path)

    def forget_owner(self):
        """Another entry of the console, perhaps of somebody else: nothing of the former one goes there."""
        self.data.update({"desired": None, "held": {}, "processed": 0, "queue": [], "answers": [], "faults": {}})

    def new_id(self):
        """Unique for ever: the number of the start and a counter."""
        self.data["counter"] += 1
        return f"{self.data['boot']}-{self.data['counter']}"

    def __getitem__(self, name):
        return self.data[name]

    def __setitem__(self, name, value):
        self.data[name] = value


def new_key():
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                             serialization.NoEncryption()).decode()


def request_for(key_pem, serial):
    key = serialization.load_pem_private_key(key_pem.encode(), None)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, serial)])
    request = x509.CertificateSigningRequestBuilder().subject_name(name).sign(key, hashes.SHA256())
    return request.public_bytes(serialization.Encoding.PEM).decode()


def post(server, path, body):
    """The answer as (status, content, seconds to wait); status 0 where the server cannot be reached."""
    request = urllib.request.Request(server + "/api/machine-link/" + path, json.dumps(body).encode(),
                                     {"Content-Type": "application/json", "Accept": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:
            return answer.status, json.load(answer), 0
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode(errors="replace"), int(refusal.headers.get("Retry-After") or 0)
    except OSError as error:
        return 0, str(error), 0


def signature_over(text, key_pem):
    """docs/machines.md, 3: by the present key."""
    key = serialization.load_pem_private_key(key_pem.encode(), None)
    return base64.b64encode(key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))).decode()


def apply_setting(settings, message):
    """docs/machines.md, 10: changes the setting, or says why not."""
    wanted = message["set"]
    setting = next((one for one in settings if one["param"] == wanted["param"]), None)

    def no(code, **values):
        reason = {"code": code, "values": values}
        return {"done": False, "reason": reason, **({"setting": setting} if setting else {})}

    if now() > message["expiresAt"]:
        return no("tooLate")
    if setting is None:
        return no("unknownSetting")
    value = wanted["value"]
    if setting["type"] != wanted["type"]:
        return no("wrongType")
    if isinstance(value, bool) != (setting["type"] == "BOOL") or isinstance(value, str) != (
            setting["type"] in ("TEXT", "TEXTLIST", "IP")):
        return no("invalid")
    if setting["type"] == "DOUBLE" and not setting["min"] <= value <= setting["max"]:
        low, high = setting["min"], setting["max"]
        if setting.get("unit") == "Celsius":
            return no("outOfTemperatures", minCelsius=low, maxCelsius=high)
        return no("outOfLimits", min=low, max=high)
    if setting["type"] == "TEXT" and len(value) > setting["maxLength"]:
        return no("tooLong", maxLength=setting["maxLength"])
    if setting["type"] == "TEXTLIST" and value not in setting["options"]:
        return no("notOffered")
    setting["value"] = value
    return {"done": True, "setting": setting}
