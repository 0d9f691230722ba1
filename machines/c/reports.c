/* Reports are kept until the server has named them: docs/machines.md, 7 and 8. */
#include <mosquitto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"

extern struct mosquitto *client;
static cJSON *unstored; /* {topic, message, ids}: under way, until its ids are named */
static double unstored_at;

void publish(const char *name, const cJSON *content, int qos) {
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

void send_kept(const char *topic, cJSON *message, cJSON *ids) {
  cJSON_Delete(unstored);
  unstored = cJSON_CreateObject();
  cJSON_AddStringToObject(unstored, "topic", topic);
  cJSON_AddItemToObject(unstored, "message", message);
  cJSON_AddItemToObject(unstored, "ids", ids);
  unstored_at = seconds();
  publish(topic, message, 1);
}

/* Takes the entry over. Of the reports about programs only the newest is kept. */
void report(const char *topic, cJSON *entry) {
  cJSON *queue = kept("queue"), *one = cJSON_CreateObject();
  for (int at = cJSON_GetArraySize(queue) - 1; at >= 0 && !strcmp(topic, "reported"); at--)
    if (!strcmp(text_of(cJSON_GetArrayItem(queue, at), "topic"), topic)) cJSON_DeleteItemFromArray(queue, at);
  cJSON_AddStringToObject(one, "topic", topic);
  cJSON_AddItemToObject(one, "entry", entry);
  cJSON_AddItemToArray(queue, one);
  save();
}

void flush_queue(void) {
  cJSON *queue = kept("queue"), *one, *oldest = cJSON_GetArrayItem(queue, 0);
  if (!born || unstored || !oldest) return;
  const char *topic = text_of(oldest, "topic");
  cJSON *ids = cJSON_CreateArray();
  int is_batch = strcmp(topic, "reported") && strcmp(topic, "changed") && strcmp(topic, "answers");
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

void forget(const char *id) {
  cJSON *queue = kept("queue"), *ids = cJSON_GetObjectItem(unstored, "ids");
  for (int at = cJSON_GetArraySize(queue) - 1; at >= 0; at--)
    if (!strcmp(text_of(cJSON_GetObjectItem(cJSON_GetArrayItem(queue, at), "entry"), "id"), id))
      cJSON_DeleteItemFromArray(queue, at);
  for (int at = cJSON_GetArraySize(ids) - 1; at >= 0; at--)
    if (!strcmp(cJSON_GetArrayItem(ids, at)->valuestring, id)) cJSON_DeleteItemFromArray(ids, at);
  if (unstored && cJSON_GetArraySize(ids) == 0) { cJSON_Delete(unstored); unstored = NULL; }
}

void forget_connection(void) {
  cJSON_Delete(unstored);
  unstored = NULL;
}

/* What was not named in time is sent again, with its ids. */
void repeat_unstored(void) {
  if (!unstored || seconds() - unstored_at <= stored_within) return;
  unstored_at = seconds();
  publish(text_of(unstored, "topic"), cJSON_GetObjectItem(unstored, "message"), 1);
}
