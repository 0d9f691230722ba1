/* One connection after the other: docs/machines.md, 4, 5, 8 and 10. */
#include <mosquitto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"

struct mosquitto *client;
static cJSON *early; /* what came before the birth was stored */
static int answered; /* by CONNACK */

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

static void on_connect(struct mosquitto *to, void *data, int code) {
  static const char *names[] = {"desired", "programs", "commands", "stored", "refused"};
  char topics[5][128], *list[5];
  (void)data;
  answered = 1;
  if (code) {
    refusals += code == 5; /* not authorised; 3 is for a while */
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

int connect_once(void) {
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
  born = closed = answered = 0;
  forget_connection();
  cJSON_Delete(early);
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
  int result = mosquitto_connect(client, host, port, 20);
  if (result == MOSQ_ERR_TLS) refusals++;
  return result == MOSQ_ERR_SUCCESS;
}

/* False when the connection has ended. With TLS 1.3 a broker that refuses the certificate ends it after the handshake. */
int loop_once(void) {
  if (!closed && mosquitto_loop(client, 100, 1) == MOSQ_ERR_SUCCESS) return 1;
  refusals += !answered;
  return 0;
}

void leave(void) {
  if (!client || closed) return;
  cJSON *will = cJSON_CreateObject();
  cJSON_AddNumberToObject(will, "session", number_of(memory, "session"));
  cJSON_AddTrueToObject(will, "leaving");
  publish("will", will, 1);
  cJSON_Delete(will);
  for (double until = seconds() + 2; seconds() < until && mosquitto_want_write(client);) mosquitto_loop(client, 50, 1);
  for (int at = 0; at < 5; at++) mosquitto_loop(client, 50, 1);
  mosquitto_disconnect(client);
}
