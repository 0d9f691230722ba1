/* What a machine needs besides its connection: memory, keys and requests, the two calls, hashes, settings. */
#ifndef PARTS_H
#define PARTS_H
#include <cjson/cJSON.h>

typedef struct { int status; char *body; int retry_after; } Answer;

/* UTC with three digits of milliseconds; to be freed, like every text that is returned here. */
char *now_text(void);
void log_event(const char *event, cJSON *details);
cJSON *memory_load(const char *folder);
void memory_save(const char *folder, const cJSON *memory);
void write_file(const char *folder, const char *name, const char *text);

/* PEM. P-256; the request is signed by its own key. */
char *new_key(void);
char *request_for(const char *key_pem, const char *serial);
/* docs/machines.md, 3: ECDSA with SHA-256 in DER, base64. */
char *signature_over(const char *signed_text, const char *key_pem);
Answer post(const char *server, const char *path, cJSON *body);

/* docs/machines.md, 6: the hash of a program's body, 64 hexadecimal digits. */
char *canonical_text(const cJSON *body);
void hash_of(const cJSON *body, char digits[65]);

/* docs/machines.md, 10: changes the setting, or says why not; adds `done`, `reason` and `setting` to the answer. */
void apply_setting(cJSON *settings, const cJSON *command, cJSON *answer);

const char *text_of(const cJSON *object, const char *name);
double number_of(const cJSON *object, const char *name);
#endif
