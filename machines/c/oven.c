/* The oven itself, which is only played: docs/machines.md, 7. */
#include <poll.h>
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"

static void add_program(cJSON *entry) {
  cJSON *program = cJSON_AddObjectToObject(entry, "program"), *one, *body = NULL, *held = NULL;
  cJSON_ArrayForEach(one, kept("held")) if (!body && (body = cJSON_GetObjectItem(one, "body"))) held = one;
  if (held) cJSON_AddStringToObject(program, "id", text_of(held, "id"));
  else cJSON_AddNullToObject(program, "id");
  cJSON_AddStringToObject(program, "name", held ? text_of(body, "name") : "Own");
  if (held) cJSON_AddNumberToObject(program, "revision", number_of(held, "revision"));
  else cJSON_AddNullToObject(program, "revision");
  if (held) cJSON_AddStringToObject(program, "sha256", text_of(held, "sha256"));
  cJSON_AddNumberToObject(program, "totalSeconds", 60);
}

void activity(const char *type, const char *mode, int has_program) {
  cJSON *entry = headed();
  cJSON_AddStringToObject(entry, "type", type);
  if (mode) cJSON_AddStringToObject(entry, "mode", mode);
  if (has_program) add_program(entry);
  if (has_program) cJSON_AddStringToObject(entry, "softwareVersion", software);
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

void listen_to_oven(void) {
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
      else if (!strcmp(word, "change")) change_program();
      else if (!strcmp(word, "fault") || !strcmp(word, "end")) fault(code, !strcmp(word, "end"));
    }
  }
}

void read_sensors_if_due(void) {
  static double reading_at;
  if (seconds() <= reading_at) return;
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
