/* What the parts of the machine share. */
#ifndef MACHINE_H
#define MACHINE_H
#include <signal.h>
#include "parts.h"

enum { stored_within = 15, alive_after = 40, ask_again = 30, renew_days = 30, answers_kept = 200 };

/* From the command line. */
extern const char *server, *folder, *serial, *pin, *model, *software;
extern double reading_seconds, locate_seconds;

extern volatile sig_atomic_t stopping;
extern cJSON *memory;               /* what survives a power cut */
extern int born, closed, refusals;  /* of the present connection; refusals in a row */
extern char machine_id[64], birth_id[32];
extern double asked_at, sent_at;

/* machine.c */
double seconds(void);
cJSON *kept(const char *name);
void keep(const char *name, cJSON *value);
void save(void);
void wait_for(double time);
void new_id(char id[32]);
void add_now(cJSON *to, const char *name);
cJSON *headed(void);

/* pairing.c */
int pair(void);
void pair_at_last(void);
int renew(void);
void locate(void);
void locate_later(void);

/* reports.c */
void publish(const char *name, const cJSON *content, int qos);
void send_kept(const char *topic, cJSON *message, cJSON *ids);
void report(const char *topic, cJSON *entry);
void flush_queue(void);
void forget(const char *id);
void forget_connection(void);
void repeat_unstored(void);

/* programs.c */
cJSON *held_list(void);
void ask(void);
void on_desired(const cJSON *message);
void on_programs(const cJSON *message);
void change_program(void);

/* connection.c */
int connect_once(void);
int loop_once(void);
void leave(void);

/* oven.c */
void activity(const char *type, const char *mode, int has_program);
void listen_to_oven(void);
void read_sensors_if_due(void);
#endif
