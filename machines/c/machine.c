/* A complete machine for the Fournil machine link, as an example: see docs/machines.md. The oven itself is only played:
 * lines on standard input such as "bake", "fault E03", "end E03" are what happens to it. */
#include <mosquitto.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <curl/curl.h>
#include "parts.h"

enum { stored_within = 15, alive_after = 40, ask_again = 30, renew_days = 30, answers_kept = 200 };

static const char *server, *folder, *serial, *pin, *model = "sole-3-12", *software = "1.0.0";
static double reading_seconds = 60;
static volatile sig_atomic_t stopping;
static cJSON *memory;             /* what survives a power cut */
static struct mosquitto *client;
static int born, closed, refusals, counter;
static char machine_id[64], birth_id[32];
static cJSON *unstored;           /* {topic, message, ids}: under way, until its ids are named */
static cJSON *early;              /* what came before the birth was stored */
static double unstored_at, sent_at, asked_at, reading_at, renew_at;

static double seconds(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}
static cJSON *kept(const char *name) { return cJSON_GetObjectItemCaseSensitive(memory, name); }
static void keep(const char *name, cJSON *value) {
  if (kept(name)) cJSON_ReplaceItemInObjectCaseSensitive(memory, name, value);
  else cJSON_AddItemToObject(memory, name, value);
}
static void save(void) { memory_save(folder, memory); }
static void wait_for(double time) {
  for (double until = seconds() + time; seconds() < until && !stopping;) usleep(100000);
}

/* Unique for ever: the number of the start and a counter. */
static void new_id(char id[32]) { snprintf(id, 32, "%d-%d", (int)number_of(memory, "boot"), ++counter); }
static void add_now(cJSON *to, const char *name) {
  char *text = now_text();
  cJSON_AddStringToObject(to, name, text);
  free(text);
}
static cJSON *headed(void) {
  char id[32];
  cJSON *entry = cJSON_CreateObject();
  new_id(id);
  cJSON_AddStringToObject(entry, "id", id);
  add_now(entry, "at");
  return entry;
}

/* Pairing and renewal */

static void set_credentials(const char *body) {
  keep("credentials", cJSON_Parse(body));
  save();
}

static void pair(void) {
  double pause = 2;
  if (!kept("key")) {
    char *key = new_key();
    keep("key", cJSON_CreateString(key));
    free(key);
  }
  while (!stopping) {
    char *request = request_for(text_of(memory, "key"), serial);
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "serialNumber", serial);
    cJSON_AddStringToObject(body, "pin", pin);
    cJSON_AddStringToObject(body, "model", model);
    cJSON_AddStringToObject(body, "certificateRequest", request);
    free(request);
    Answer answer = post(server, "pair", body);
    cJSON *details = cJSON_CreateObject();
    cJSON_AddNumberToObject(details, "status", answer.status);
    if (answer.status == 200) set_credentials(answer.body);
    log_event(answer.status == 200 ? "paired" : "notPaired", details);
    free(answer.body);
    if (answer.status == 200) { refusals = 0; return; }
    wait_for(answer.retry_after > 0 ? answer.retry_after : pause);
    pause = pause * 1.4 < 30 ? pause * 1.4 : 30;
  }
}

/* In the last month; the former certificate is accepted until the new one has been used. */
static int renew(void) {
  const char *present = text_of(kept("credentials"), "certificate");
  BIO *bio = BIO_new_mem_buf(present, -1);
  X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
  int days = 0, rest = 0, is_done = 0;
  if (certificate) ASN1_TIME_diff(&days, &rest, NULL, X509_get0_notAfter(certificate));
  X509_free(certificate);
  BIO_free(bio);
  renew_at = seconds() + 60;
  if (days >= renew_days) return 0;
  char *key = new_key(), *request = request_for(key, serial);
  char *signature = signature_over(request, text_of(memory, "key"));
  cJSON *body = cJSON_CreateObject();
  cJSON_AddStringToObject(body, "certificate", present);
  cJSON_AddStringToObject(body, "certificateRequest", request);
  cJSON_AddStringToObject(body, "signature", signature);
  Answer answer = post(server, "renew", body);
  if (answer.status == 200) {
    keep("key", cJSON_CreateString(key));
    set_credentials(answer.body);
    is_done = 1;
  }
  log_event(is_done ? "renewed" : "notRenewed", NULL);
  free(answer.body); free(signature); free(request); free(key);
  return is_done;
}

/* Reports: kept until the server has named them */

static void publish(const char *name, const cJSON *content, int qos) {
  char topic[128];
  cJSON *message = content ? cJSON_Duplicate(content, 1) : cJSON_CreateObject();
  cJSON_AddNumberToObject(message, "v", 1);
  char *text = cJSON_PrintUnformatted(message);
  snprintf(topic, sizeof topic, "m/%s/%s", machine_id, name);
  mosquitto_publish(client, NULL, topic, (int)strlen(text), text, qos, false);
  sent_at = seconds();
  free(text);
  cJSON_Delete(message);
}

static void send_kept(const char *topic, cJSON *message, cJSON *ids) {
  cJSON_Delete(unstored);
  unstored = cJSON_CreateObject();
  cJSON_AddStringToObject(unstored, "topic", topic);
  cJSON_AddItemToObject(unstored, "message", message);
  cJSON_AddItemToObject(unstored, "ids", ids);
  unstored_at = seconds();
  publish(topic, message, 1);
}

/* Takes the entry over. Of the reports about programs only the newest is kept. */
static void report(const char *topic, cJSON *entry) {
  cJSON *queue = kept("queue"), *one = cJSON_CreateObject();
  for (int at = cJSON_GetArraySize(queue) - 1; at >= 0 && !strcmp(topic, "reported"); at--)
    if (!strcmp(text_of(cJSON_GetArrayItem(queue, at), "topic"), topic)) cJSON_DeleteItemFromArray(queue, at);
  cJSON_AddStringToObject(one, "topic", topic);
  cJSON_AddItemToObject(one, "entry", entry);
  cJSON_AddItemToArray(queue, one);
  save();
}

static void flush_queue(void) {
  cJSON *queue = kept("queue"), *one, *oldest = cJSON_GetArrayItem(queue, 0);
  if (!born || unstored || !oldest) return;
  const char *topic = text_of(oldest, "topic");
  cJSON *ids = cJSON_CreateArray();
  int is_batch = strcmp(topic, "reported") && strcmp(topic, "answers");
  cJSON *message = is_batch ? cJSON_CreateObject() : cJSON_Duplicate(cJSON_GetObjectItem(oldest, "entry"), 1);
  cJSON *entries = is_batch ? cJSON_AddArrayToObject(message, "entries") : NULL;
  cJSON_ArrayForEach(one, queue) {
    cJSON *entry = cJSON_GetObjectItem(one, "entry");
    int is_other = !is_batch || strcmp(text_of(one, "topic"), topic) || cJSON_GetArraySize(ids) >= 100;
    if (one != oldest && is_other) continue;
    if (entries) cJSON_AddItemToArray(entries, cJSON_Duplicate(entry, 1));
    cJSON_AddItemToArray(ids, cJSON_CreateString(text_of(entry, "id")));
  }
  send_kept(topic, message, ids);
}

static void forget(const char *id) {
  cJSON *queue = kept("queue"), *ids = cJSON_GetObjectItem(unstored, "ids");
  for (int at = cJSON_GetArraySize(queue) - 1; at >= 0; at--)
    if (!strcmp(text_of(cJSON_GetObjectItem(cJSON_GetArrayItem(queue, at), "entry"), "id"), id))
      cJSON_DeleteItemFromArray(queue, at);
  for (int at = cJSON_GetArraySize(ids) - 1; at >= 0; at--)
    if (!strcmp(cJSON_GetArrayItem(ids, at)->valuestring, id)) cJSON_DeleteItemFromArray(ids, at);
  if (unstored && cJSON_GetArraySize(ids) == 0) { cJSON_Delete(unstored); unstored = NULL; }
}

/* Programs: each in `held` with its body, which is not reported */

static cJSON *held_of(const char *id) {
  cJSON *one;
  cJSON_ArrayForEach(one, kept("held")) if (!strcmp(text_of(one, "id"), id)) return one;
  return NULL;
}
static cJSON *held_list(void) {
  cJSON *list = cJSON_Duplicate(kept("held"), 1), *one;
  cJSON_ArrayForEach(one, list) cJSON_DeleteItemFromObject(one, "body");
  return list;
}
static int is_missing(const cJSON *wanted) {
  return strcmp(text_of(held_of(text_of(wanted, "id")), "sha256"), text_of(wanted, "sha256")) != 0;
}
static cJSON *wanted_list(void) { return cJSON_GetObjectItem(kept("desired"), "programs"); }

static void ask(void) {
  cJSON *message = headed(), *list = cJSON_AddArrayToObject(message, "programs"), *one;
  asked_at = seconds();
  cJSON_ArrayForEach(one, wanted_list()) if (is_missing(one) && cJSON_GetArraySize(list) < 50) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "id", text_of(one, "id"));
    cJSON_AddNumberToObject(item, "revision", number_of(one, "revision"));
    cJSON_AddItemToArray(list, item);
  }
  if (cJSON_GetArraySize(list) > 0) publish("requests", message, 1);
  cJSON_Delete(message);
}

static void settle(void) {
  cJSON *one, *entry;
  save();
  cJSON_ArrayForEach(one, wanted_list()) if (is_missing(one)) return;
  keep("processed", cJSON_CreateNumber(number_of(kept("desired"), "version")));
  entry = headed();
  cJSON_AddNumberToObject(entry, "desiredVersion", number_of(memory, "processed"));
  cJSON_AddItemToObject(entry, "programs", held_list());
  report("reported", entry);
}

/* In the order of the list; the same body under a new revision need not be sent again. */
static void on_desired(const cJSON *message) {
  cJSON *next = cJSON_CreateArray(), *one;
  if (number_of(message, "version") < number_of(kept("desired"), "version")) return cJSON_Delete(next);
  keep("desired", cJSON_Duplicate(message, 1));
  cJSON_ArrayForEach(one, wanted_list()) {
    cJSON *held = cJSON_Duplicate(held_of(text_of(one, "id")), 1);
    if (!held) continue;
    if (!is_missing(one))
      cJSON_ReplaceItemInObject(held, "revision", cJSON_CreateNumber(number_of(one, "revision")));
    cJSON_AddItemToArray(next, held);
  }
  keep("held", next);
  ask();
  settle();
}

static const char *category(void) {
  static const char *of[][2] = {{"sole", "deck"}, {"tour", "rack"}, {"brise", "convection"},
                                {"duo", "combi"}, {"vulcan", "pizza"}, {"pousse", "proofer"}};
  for (size_t at = 0; at < sizeof of / sizeof *of; at++)
    if (!strncmp(model, of[at][0], strlen(of[at][0]))) return of[at][1];
  return "";
}

static void on_programs(const cJSON *message) {
  cJSON *body = cJSON_GetObjectItem(message, "body"), *wanted = NULL, *one;
  const char *id = text_of(body, "id"), *code = NULL;
  char digits[65];
  cJSON_ArrayForEach(one, wanted_list()) if (!strcmp(text_of(one, "id"), id) && is_missing(one)) wanted = one;
  if (!wanted) return;
  hash_of(body, digits);
  if (strcmp(digits, text_of(wanted, "sha256"))) {
    if (number_of(body, "revision") != number_of(wanted, "revision")) return;
    code = "damaged";
  } else if (strcmp(text_of(body, "category"), category())) code = "otherCategory";
  cJSON *held = cJSON_CreateObject(), *list = kept("held");
  cJSON_AddStringToObject(held, "id", id);
  cJSON_AddNumberToObject(held, "revision", number_of(wanted, "revision"));
  cJSON_AddStringToObject(held, "sha256", text_of(wanted, "sha256"));
  cJSON_AddStringToObject(held, "state", code ? "refused" : "applied");
  if (code) {
    cJSON *reason = cJSON_AddObjectToObject(held, "reason");
    cJSON_AddStringToObject(reason, "code", code);
    cJSON_AddObjectToObject(reason, "values");
  } else cJSON_AddItemToObject(held, "body", cJSON_Duplicate(body, 1));
  for (int at = cJSON_GetArraySize(list) - 1; at >= 0; at--)
    if (cJSON_GetArrayItem(list, at) == held_of(id)) cJSON_DeleteItemFromArray(list, at);
  cJSON_AddItemToArray(list, held);
  settle();
}

/* Settings: a command that comes again is not executed again */

static void on_commands(const cJSON *message) {
  cJSON *answers = kept("answers"), *one, *answer = NULL;
  cJSON_ArrayForEach(one, answers)
    if (!strcmp(text_of(one, "commandId"), text_of(message, "commandId"))) answer = cJSON_Duplicate(one, 1);
  if (!answer) {
    answer = headed();
    cJSON_AddStringToObject(answer, "commandId", text_of(message, "commandId"));
    apply_setting(kept("settings"), message, answer);
    cJSON_AddItemToArray(answers, cJSON_Duplicate(answer, 1));
    if (cJSON_GetArraySize(answers) > answers_kept) cJSON_DeleteItemFromArray(answers, 0);
    cJSON *details = cJSON_CreateObject();
    cJSON_AddBoolToObject(details, "done", cJSON_IsTrue(cJSON_GetObjectItem(answer, "done")));
    log_event("command", details);
  }
  report("answers", answer);
}

static void dispatch(const char *name, const cJSON *message) {
  if (!strcmp(name, "desired") && message) on_desired(message);
  if (!strcmp(name, "programs") && message) on_programs(message);
  if (!strcmp(name, "commands") && message) on_commands(message);
}

static void on_stored(const cJSON *message) {
  cJSON *id, *one;
  int is_birth = 0;
  cJSON_ArrayForEach(id, cJSON_GetObjectItem(message, "ids")) {
    forget(id->valuestring);
    if (!strcmp(id->valuestring, birth_id)) is_birth = 1;
  }
  save();
  if (!is_birth || born) return;
  born = 1;
  log_event("born", NULL);
  cJSON_ArrayForEach(one, early) dispatch(text_of(one, "name"), cJSON_GetObjectItem(one, "message"));
}

/* For ever: not sent again. A setting or program of a birth is refused alone, and the birth itself is stored. */
static void on_refused(const cJSON *message) {
  cJSON *entry;
  cJSON_ArrayForEach(entry, cJSON_GetObjectItem(message, "entries")) {
    const char *list = text_of(entry, "list"), *id = text_of(entry, "id");
    if ((!*list || !strcmp(list, "entries")) && *id && strcmp(id, birth_id)) forget(id);
    log_event("refused", cJSON_Duplicate(entry, 1));
  }
  save();
}

/* One connection */

static void on_connect(struct mosquitto *to, void *data, int code) {
  static const char *names[] = {"desired", "programs", "commands", "stored", "refused"};
  char topics[5][128], *list[5];
  (void)data;
  if (code) {
    refusals++;
    return log_event("refusedByBroker", NULL);
  }
  refusals = 0;
  for (int at = 0; at < 5; at++) {
    snprintf(topics[at], sizeof topics[at], "m/%s/%s", machine_id, names[at]);
    list[at] = topics[at];
  }
  mosquitto_subscribe_multiple(to, NULL, 5, list, 1, 0, NULL);
}

static void on_subscribe(struct mosquitto *to, void *data, int id, int count, const int *granted) {
  (void)to; (void)data; (void)id; (void)count; (void)granted;
  cJSON *birth = headed(), *ids = cJSON_CreateArray();
  snprintf(birth_id, sizeof birth_id, "%s", text_of(birth, "id"));
  cJSON_AddNumberToObject(birth, "session", number_of(memory, "session"));
  cJSON_AddStringToObject(birth, "model", model);
  cJSON_AddStringToObject(birth, "softwareVersion", software);
  cJSON_AddItemToObject(birth, "settings", cJSON_Duplicate(kept("settings"), 1));
  cJSON_AddItemToObject(birth, "programs", held_list());
  cJSON_AddNumberToObject(birth, "desiredVersion", number_of(memory, "processed"));
  cJSON_AddItemToArray(ids, cJSON_CreateString(birth_id));
  send_kept("birth", birth, ids);
}

static void on_disconnect(struct mosquitto *to, void *data, int code) {
  (void)to; (void)data; (void)code;
  closed = 1;
}

static void on_message(struct mosquitto *to, void *data, const struct mosquitto_message *received) {
  (void)to; (void)data;
  const char *name = strrchr(received->topic, '/') + 1;
  cJSON *message = cJSON_ParseWithLength(received->payload, (size_t)received->payloadlen);
  if (!strcmp(name, "stored")) on_stored(message);
  else if (!strcmp(name, "refused")) on_refused(message);
  else if (born) dispatch(name, message);
  else if (message) {
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "name", name);
    cJSON_AddItemToObject(one, "message", message);
    cJSON_AddItemToArray(early, one);
    message = NULL;
  }
  cJSON_Delete(message);
}

static int connect_once(void) {
  char host[256] = "", path[3][512], topic[128], will[64];
  int port = 8883;
  const cJSON *credentials = kept("credentials");
  static const char *files[][2] = {{"authority", "authority.pem"}, {"certificate", "certificate.pem"}};
  keep("session", cJSON_CreateNumber(number_of(memory, "session") + 1));
  save();
  snprintf(machine_id, sizeof machine_id, "%s", text_of(credentials, "machineId"));
  sscanf(text_of(credentials, "brokerUrl"), "mqtts://%255[^:/]:%d", host, &port);
  for (int at = 0; at < 2; at++) {
    write_file(folder, files[at][1], text_of(credentials, files[at][0]));
    snprintf(path[at], sizeof path[at], "%s/%s", folder, files[at][1]);
  }
  write_file(folder, "key.pem", text_of(memory, "key"));
  snprintf(path[2], sizeof path[2], "%s/key.pem", folder);
  born = closed = 0;
  cJSON_Delete(unstored);
  cJSON_Delete(early);
  unstored = NULL;
  early = cJSON_CreateArray();
  if (client) mosquitto_destroy(client);
  client = mosquitto_new(machine_id, true, NULL);
  mosquitto_connect_callback_set(client, on_connect);
  mosquitto_subscribe_callback_set(client, on_subscribe);
  mosquitto_disconnect_callback_set(client, on_disconnect);
  mosquitto_message_callback_set(client, on_message);
  snprintf(topic, sizeof topic, "m/%s/will", machine_id);
  snprintf(will, sizeof will, "{\"v\":1,\"session\":%d}", (int)number_of(memory, "session"));
  mosquitto_will_set(client, topic, (int)strlen(will), will, 1, false);
  mosquitto_tls_set(client, path[0], NULL, path[1], path[2], NULL);
  sent_at = seconds();
  return mosquitto_connect(client, host, port, 20);
}

/* What happens at the oven */

static void add_program(cJSON *entry) {
  cJSON *program = cJSON_AddObjectToObject(entry, "program"), *one, *body = NULL, *held = NULL;
  cJSON_ArrayForEach(one, kept("held")) if (!body && (body = cJSON_GetObjectItem(one, "body"))) held = one;
  if (held) cJSON_AddStringToObject(program, "id", text_of(held, "id"));
  else cJSON_AddNullToObject(program, "id");
  cJSON_AddStringToObject(program, "name", held ? text_of(body, "name") : "Own");
  if (held) cJSON_AddNumberToObject(program, "revision", number_of(held, "revision"));
  else cJSON_AddNullToObject(program, "revision");
  cJSON_AddNumberToObject(program, "totalSeconds", 60);
}

static void activity(const char *type, const char *mode, int has_program) {
  cJSON *entry = headed();
  cJSON_AddStringToObject(entry, "type", type);
  if (mode) cJSON_AddStringToObject(entry, "mode", mode);
  if (has_program) add_program(entry);
  report("activities", entry);
}

static void fault(const char *code, int is_end) {
  cJSON *faults = kept("faults");
  char id[32];
  if (!*code || is_end != (cJSON_GetObjectItem(faults, code) != NULL)) return;
  if (!is_end) add_now(faults, code);
  cJSON *entry = cJSON_CreateObject();
  new_id(id);
  cJSON_AddStringToObject(entry, "id", id);
  cJSON_AddStringToObject(entry, "code", code);
  cJSON_AddStringToObject(entry, "dateStart", text_of(faults, code));
  if (is_end) add_now(entry, "dateEnd");
  if (is_end) cJSON_DeleteItemFromObject(faults, code);
  report("errors", entry);
}

static void listen_to_oven(void) {
  static char line[256];
  static int is_over;
  struct pollfd input = {STDIN_FILENO, POLLIN, 0};
  while (!is_over && poll(&input, 1, 0) > 0) {
    ssize_t size = read(STDIN_FILENO, line, sizeof line - 1);
    if (size <= 0) { is_over = 1; return; }
    line[size] = 0;
    char *rest = NULL;
    for (char *one = strtok_r(line, "\n", &rest); one; one = strtok_r(NULL, "\n", &rest)) {
      char word[16] = "", code[16] = "";
      sscanf(one, "%15s %15s", word, code);
      if (!strcmp(word, "bake")) { activity("ProgramStart", NULL, 1); activity("ProgramEnd", "done", 1); }
      else if (!strcmp(word, "fault") || !strcmp(word, "end")) fault(code, !strcmp(word, "end"));
    }
  }
}

static void read_sensors(void) {
  cJSON *entry = headed();
  reading_at = seconds() + reading_seconds;
  keep("meter", cJSON_CreateNumber(number_of(memory, "meter") + 1));
  cJSON_AddNumberToObject(entry, "chamberTemperatureCelsius", 21.5);
  cJSON_AddNullToObject(entry, "setTemperatureCelsius");
  cJSON_AddNumberToObject(entry, "energyKilowattHours", number_of(memory, "meter"));
  cJSON_AddFalseToObject(entry, "doorOpen");
  cJSON_AddNullToObject(entry, "program");
  report("readings", entry);
}

static void tick(void) {
  double at = seconds();
  listen_to_oven();
  if (at > reading_at) read_sensors();
  if (unstored && at - unstored_at > stored_within) {
    unstored_at = at;
    publish(text_of(unstored, "topic"), cJSON_GetObjectItem(unstored, "message"), 1);
  }
  if (born && at - asked_at > ask_again) ask();
  if (born && at - sent_at > alive_after) publish("alive", NULL, 0);
  flush_queue();
}

static void leave(void) {
  cJSON *will = cJSON_CreateObject();
  cJSON_AddNumberToObject(will, "session", number_of(memory, "session"));
  cJSON_AddTrueToObject(will, "leaving");
  publish("will", will, 1);
  cJSON_Delete(will);
  for (double until = seconds() + 2; seconds() < until && mosquitto_want_write(client);) mosquitto_loop(client, 50, 1);
  for (int at = 0; at < 5; at++) mosquitto_loop(client, 50, 1);
  mosquitto_disconnect(client);
}

static void stop(int number) { (void)number; stopping = 1; }

static void open_memory(void) {
  static const char *first =
    "{\"boot\":0,\"session\":0,\"processed\":0,\"meter\":1000,\"held\":[],\"queue\":[],\"answers\":[],\"faults\":{},"
    "\"settings\":[{\"param\":\"buzzer.enabled\",\"type\":\"BOOL\",\"value\":true},"
    "{\"param\":\"manual.temperature\",\"type\":\"DOUBLE\",\"value\":220,\"min\":0,\"max\":250,\"unit\":\"Celsius\"},"
    "{\"param\":\"display.name\",\"type\":\"TEXT\",\"value\":\"Oven\",\"maxLength\":40},"
    "{\"param\":\"display.language\",\"type\":\"TEXTLIST\",\"value\":\"fr\",\"options\":[\"fr\",\"en\"]}]}";
  memory = memory_load(folder);
  if (!memory) memory = cJSON_Parse(first);
  keep("boot", cJSON_CreateNumber(number_of(memory, "boot") + 1));
  save();
}

static int read_options(int count, char **words) {
  for (int at = 1; at + 1 < count; at += 2) {
    const char *name = words[at], *value = words[at + 1];
    if (!strcmp(name, "--server")) server = value;
    else if (!strcmp(name, "--state")) folder = value;
    else if (!strcmp(name, "--serial")) serial = value;
    else if (!strcmp(name, "--pin")) pin = value;
    else if (!strcmp(name, "--model")) model = value;
    else if (!strcmp(name, "--software")) software = value;
    else if (!strcmp(name, "--reading-seconds")) reading_seconds = atof(value);
    else return 0;
  }
  return server && folder && serial && pin;
}

int main(int count, char **words) {
  double pause = 1;
  if (!read_options(count, words)) {
    fputs("machine --server URL --state FOLDER --serial NUMBER --pin PIN [--model CODE] [--software VERSION]\n",
          stderr);
    return 2;
  }
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  signal(SIGPIPE, SIG_IGN);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  mosquitto_lib_init();
  open_memory();
  activity("PowerOn", NULL, 0);
  while (!stopping) {
    if (!kept("credentials") || refusals >= 10) pair();
    if (stopping) break;
    renew();
    if (connect_once() == MOSQ_ERR_SUCCESS)
      while (!closed && !stopping && mosquitto_loop(client, 100, 1) == MOSQ_ERR_SUCCESS) {
        tick();
        if (born) pause = 1;
        if (born && seconds() > renew_at && renew()) break;
      }
    if (stopping) break;
    log_event("disconnected", NULL);
    wait_for(refusals >= 10 ? 60 : pause);
    pause = pause * 2 < 30 ? pause * 2 : 30;
  }
  if (client && !closed) leave();
  log_event("stopped", NULL);
  return 0;
}
