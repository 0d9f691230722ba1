/* The wanted programs and those that the machine holds: docs/machines.md, 6. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"

/* Programs: each in `held` with its body, which is not reported */

static cJSON *held_of(const char *id) {
  cJSON *one;
  cJSON_ArrayForEach(one, kept("held")) if (!strcmp(text_of(one, "id"), id)) return one;
  return NULL;
}
cJSON *held_list(void) {
  cJSON *list = cJSON_Duplicate(kept("held"), 1), *one;
  cJSON_ArrayForEach(one, list) cJSON_DeleteItemFromObject(one, "body");
  return list;
}
static int is_changed(const cJSON *held) { return !strcmp(text_of(held, "state"), "changed"); }
static int is_same(const cJSON *held, const cJSON *wanted) {
  return !strcmp(text_of(held, "sha256"), text_of(wanted, "sha256"));
}
/* What was changed at the machine is kept until a person has decided that it gives way. */
static int is_missing(const cJSON *wanted) {
  const cJSON *held = held_of(text_of(wanted, "id"));
  /* A decision names the change that gives way; one that was made since then is kept. */
  const char *named = text_of(wanted, "overwrites");
  int gives_way = cJSON_IsTrue(cJSON_GetObjectItem(wanted, "overwrite"))
    && (!*named || !strcmp(named, text_of(held, "sha256")));
  int is_kept = is_changed(held) && !gives_way;
  return !is_kept && !is_same(held, wanted);
}
static cJSON *wanted_list(void) { return cJSON_GetObjectItem(kept("desired"), "programs"); }

void ask(void) {
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

/* Reports once nothing is missing, and a change at once. */
static void settle(int has_changed) {
  cJSON *one, *entry;
  int is_whole = 1;
  save();
  cJSON_ArrayForEach(one, wanted_list()) if (is_missing(one)) is_whole = 0;
  if (is_whole) keep("processed", cJSON_CreateNumber(number_of(kept("desired"), "version")));
  else if (!has_changed) return;
  entry = headed();
  cJSON_AddNumberToObject(entry, "desiredVersion", number_of(memory, "processed"));
  cJSON_AddItemToObject(entry, "programs", held_list());
  report("reported", entry);
}

/* In the order of the list; the same body under a new revision need not be sent again, nor one changed to it. */
void on_desired(const cJSON *message) {
  cJSON *next = cJSON_CreateArray(), *one;
  if (number_of(message, "version") < number_of(kept("desired"), "version")) return cJSON_Delete(next);
  keep("desired", cJSON_Duplicate(message, 1));
  cJSON_ArrayForEach(one, wanted_list()) {
    cJSON *held = held_of(text_of(one, "id"));
    /* One that was refused is asked for again in another revision. */
    int is_refused = !strcmp(text_of(held, "state"), "refused");
    if (!held || (is_refused && number_of(held, "revision") != number_of(one, "revision"))) continue;
    held = cJSON_Duplicate(held, 1);
    if (is_same(held, one)) {
      cJSON_ReplaceItemInObject(held, "revision", cJSON_CreateNumber(number_of(one, "revision")));
      if (is_changed(held)) cJSON_DeleteItemFromObject(held, "reason");
      if (is_changed(held)) cJSON_ReplaceItemInObject(held, "state", cJSON_CreateString("applied"));
    }
    cJSON_AddItemToArray(next, held);
  }
  keep("held", next);
  ask();
  settle(0);
}

static const char *category(void) {
  static const char *of[][2] = {{"sole", "deck"}, {"tour", "rack"}, {"brise", "convection"},
                                {"duo", "combi"}, {"vulcan", "pizza"}, {"pousse", "proofer"}};
  for (size_t at = 0; at < sizeof of / sizeof *of; at++)
    if (!strncmp(model, of[at][0], strlen(of[at][0]))) return of[at][1];
  return "";
}

void on_programs(const cJSON *message) {
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
  cJSON *details = cJSON_CreateObject();
  cJSON_AddStringToObject(details, "id", id);
  cJSON_AddStringToObject(details, "state", text_of(held, "state"));
  log_event("program", details);
  settle(0);
}

/* A person lowers the first temperature of the first program: the body is told, then the list. */
void change_program(void) {
  cJSON *one, *held = NULL, *body = NULL, *temperature = NULL;
  char digits[65];
  cJSON_ArrayForEach(one, kept("held")) if (!held && cJSON_GetObjectItem(one, "body")) held = one;
  if (!held) return;
  body = cJSON_GetObjectItem(held, "body");
  cJSON_ArrayForEach(one, cJSON_GetObjectItem(body, "phaseGroups")) {
    if (strcmp(text_of(one, "phaseGroupType"), "heat")) continue;
    cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(one, "phases"), 0);
    temperature = cJSON_GetObjectItem(cJSON_GetObjectItem(first, "values"), "temperature");
  }
  if (!temperature || temperature->valuedouble <= 0) return;
  double before = temperature->valuedouble;
  /* In whole hundredths, so that its digits are the shortest ones. */
  cJSON_SetNumberValue(temperature, before > 7 ? (double)(long)((before - 7) * 100 + 0.5) / 100 : 0);
  cJSON_ReplaceItemInObject(body, "revision", cJSON_CreateNumber(number_of(held, "revision")));
  hash_of(body, digits);
  cJSON_ReplaceItemInObject(held, "sha256", cJSON_CreateString(digits));
  cJSON_ReplaceItemInObject(held, "state", cJSON_CreateString("changed"));
  cJSON_DeleteItemFromObject(held, "reason");
  cJSON *values = cJSON_CreateObject(), *reason = cJSON_AddObjectToObject(held, "reason");
  cJSON_AddNumberToObject(values, "step", 1);
  cJSON_AddNumberToObject(values, "fromCelsius", before);
  cJSON_AddNumberToObject(values, "toCelsius", temperature->valuedouble);
  cJSON_AddStringToObject(reason, "code", "changed");
  cJSON_AddItemToObject(reason, "values", values);
  /* A decision to overwrite was about a former change. */
  cJSON_ArrayForEach(one, wanted_list())
    if (!strcmp(text_of(one, "id"), text_of(held, "id"))) cJSON_DeleteItemFromObject(one, "overwrite");
  cJSON *entry = headed();
  cJSON_AddStringToObject(entry, "sha256", digits);
  cJSON_AddItemToObject(entry, "body", cJSON_Duplicate(body, 1));
  report("changed", entry);
  settle(1);
}
