/* A complete machine for the Fournil machine link, as an example: see docs/machines.md. The oven itself is only played:
 * lines on standard input such as "bake", "change", "fault E03", "end E03" are what happens to it. */
#include <mosquitto.h>
#include <time.h>
#include <unistd.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"

const char *server, *folder, *serial, *pin, *model = "sole-3-12", *software = "1.0.0";
double reading_seconds = 60, locate_seconds = 300;
volatile sig_atomic_t stopping;
cJSON *memory;
int born, closed, refusals;
char machine_id[64], birth_id[32];
double asked_at, sent_at;
static int counter;

double seconds(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}
cJSON *kept(const char *name) { return cJSON_GetObjectItemCaseSensitive(memory, name); }
void keep(const char *name, cJSON *value) {
  if (kept(name)) cJSON_ReplaceItemInObjectCaseSensitive(memory, name, value);
  else cJSON_AddItemToObject(memory, name, value);
}
void save(void) { memory_save(folder, memory); }
void wait_for(double time) {
  for (double until = seconds() + time; seconds() < until && !stopping;) usleep(100000);
}

/* Unique for ever: the number of the start and a counter. */
void new_id(char id[32]) { snprintf(id, 32, "%d-%d", (int)number_of(memory, "boot"), ++counter); }
void add_now(cJSON *to, const char *name) {
  char *text = now_text();
  cJSON_AddStringToObject(to, name, text);
  free(text);
}
cJSON *headed(void) {
  char id[32];
  cJSON *entry = cJSON_CreateObject();
  new_id(id);
  cJSON_AddStringToObject(entry, "id", id);
  add_now(entry, "at");
  return entry;
}

static void tick(void) {
  double at = seconds();
  listen_to_oven();
  read_sensors_if_due();
  repeat_unstored();
  if (born && at - asked_at > ask_again) ask();
  if (born && at - sent_at > alive_after) publish("alive", NULL, 0);
  flush_queue();
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
    else if (!strcmp(name, "--locate-seconds")) locate_seconds = atof(value);
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
  srand((unsigned)time(NULL) ^ (unsigned)getpid());
  open_memory();
  locate_later();
  activity("PowerOn", NULL, 0);
  while (!stopping) {
    pair_at_last();
    if (stopping) break;
    if (refusals >= 10) pair(); /* perhaps it was released; perhaps it is only switched off for a while */
    locate();
    renew();
    double renew_at = seconds() + 60;
    if (connect_once())
      while (!stopping && loop_once()) {
        tick();
        if (!born) continue;
        pause = 1;
        locate_later();
        if (seconds() < renew_at) continue;
        renew_at = seconds() + 60;
        if (renew()) break;
      }
    if (stopping) break;
    log_event("disconnected", NULL);
    wait_for((refusals >= 10 ? 60 : pause) * (0.75 + (double)rand() / RAND_MAX / 2));
    pause = pause * 2 < 30 ? pause * 2 : 30;
  }
  leave();
  log_event("stopped", NULL);
  return 0;
}
