#include "parts.h"
#include <curl/curl.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *text_of(const cJSON *object, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  return text ? text : "";
}

double number_of(const cJSON *object, const char *name) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
  return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

char *now_text(void) {
  struct timespec at;
  struct tm parts;
  char day[32], *text = NULL;
  clock_gettime(CLOCK_REALTIME, &at);
  gmtime_r(&at.tv_sec, &parts);
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
  if (asprintf(&text, "%s.%03ldZ", day, at.tv_nsec / 1000000) < 0) abort();
  return text;
}

/* One JSON line; takes the details over. */
void log_event(const char *event, cJSON *details) {
  cJSON *line = details ? details : cJSON_CreateObject();
  cJSON_AddStringToObject(line, "event", event);
  char *text = cJSON_PrintUnformatted(line);
  puts(text);
  fflush(stdout);
  free(text);
  cJSON_Delete(line);
}

/* Written beside the old one, which it then replaces: a power cut leaves one of both. */
void write_file(const char *folder, const char *name, const char *text) {
  char path[512], fresh[520];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(fresh, sizeof fresh, "%s.new", path);
  umask(077);
  FILE *file = fopen(fresh, "w");
  if (!file) { perror(fresh); exit(1); }
  fputs(text, file);
  fflush(file);
  fsync(fileno(file));
  fclose(file);
  rename(fresh, path);
}

cJSON *memory_load(const char *folder) {
  char path[512];
  mkdir(folder, 0700);
  snprintf(path, sizeof path, "%s/state.json", folder);
  FILE *file = fopen(path, "r");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(1, size + 1);
  size_t got = fread(text, 1, size, file);
  fclose(file);
  cJSON *memory = got == size ? cJSON_Parse(text) : NULL;
  free(text);
  return memory;
}

void memory_save(const char *folder, const cJSON *memory) {
  char *text = cJSON_PrintUnformatted(memory);
  write_file(folder, "state.json", text);
  free(text);
}

static char *taken(BIO *bio) {
  char *data;
  long size = BIO_get_mem_data(bio, &data);
  char *text = strndup(data, (size_t)size);
  BIO_free(bio);
  return text;
}

static EVP_PKEY *read_key(const char *pem) {
  BIO *bio = BIO_new_mem_buf(pem, -1);
  EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
  BIO_free(bio);
  return key;
}

char *new_key(void) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  BIO *bio = BIO_new(BIO_s_mem());
  PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
  EVP_PKEY_free(key);
  return taken(bio);
}

char *request_for(const char *key_pem, const char *serial) {
  EVP_PKEY *key = read_key(key_pem);
  X509_REQ *request = X509_REQ_new();
  X509_NAME *name = X509_NAME_new();
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)serial, -1, -1, 0);
  X509_REQ_set_version(request, 0);
  X509_REQ_set_subject_name(request, name);
  X509_REQ_set_pubkey(request, key);
  X509_REQ_sign(request, key, EVP_sha256());
  BIO *bio = BIO_new(BIO_s_mem());
  PEM_write_bio_X509_REQ(bio, request);
  X509_NAME_free(name);
  X509_REQ_free(request);
  EVP_PKEY_free(key);
  return taken(bio);
}

char *signature_over(const char *signed_text, const char *key_pem) {
  EVP_PKEY *key = read_key(key_pem);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  unsigned char signature[512];
  size_t size = sizeof signature;
  EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key);
  EVP_DigestSign(context, signature, &size, (const unsigned char *)signed_text, strlen(signed_text));
  char *text = calloc(1, 4 * (size / 3 + 2));
  EVP_EncodeBlock((unsigned char *)text, signature, (int)size);
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return text;
}

struct Received { char *text; size_t size; };

static size_t receive(char *data, size_t size, size_t count, void *to) {
  struct Received *received = to;
  received->text = realloc(received->text, received->size + size * count + 1);
  memcpy(received->text + received->size, data, size * count);
  received->size += size * count;
  received->text[received->size] = 0;
  return size * count;
}

/* Status 0 where the server cannot be reached. Takes the body over. */
Answer post(const char *server, const char *path, cJSON *body) {
  char address[512], *text = cJSON_PrintUnformatted(body);
  struct Received received = {strdup(""), 0};
  Answer answer = {0, NULL, 0};
  long status = 0;
  curl_off_t wait = 0;
  CURL *call = curl_easy_init();
  struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
  headers = curl_slist_append(headers, "Accept: application/json");
  snprintf(address, sizeof address, "%s/api/machine-link/%s", server, path);
  curl_easy_setopt(call, CURLOPT_URL, address);
  curl_easy_setopt(call, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(call, CURLOPT_POSTFIELDS, text);
  curl_easy_setopt(call, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(call, CURLOPT_WRITEDATA, &received);
  curl_easy_setopt(call, CURLOPT_TIMEOUT, 15L);
  if (curl_easy_perform(call) == CURLE_OK) {
    curl_easy_getinfo(call, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(call, CURLINFO_RETRY_AFTER, &wait);
  }
  answer.status = (int)status;
  answer.retry_after = (int)wait;
  answer.body = received.text;
  curl_slist_free_all(headers);
  curl_easy_cleanup(call);
  cJSON_Delete(body);
  free(text);
  return answer;
}

static int by_name(const void *a, const void *b) {
  return strcmp((*(cJSON *const *)a)->string, (*(cJSON *const *)b)->string);
}

/* Sorts the names of an object and of everything in it. */
static void sort_names(cJSON *item) {
  int count = cJSON_GetArraySize(item);
  if (cJSON_IsObject(item) && count > 0) {
    cJSON **parts = calloc((size_t)count, sizeof *parts);
    for (int at = 0; at < count; at++) parts[at] = cJSON_DetachItemFromArray(item, 0);
    qsort(parts, (size_t)count, sizeof *parts, by_name);
    for (int at = 0; at < count; at++) cJSON_AddItemToArray(item, parts[at]);
    free(parts);
  }
  cJSON *inner;
  cJSON_ArrayForEach(inner, item) sort_names(inner);
}

/* cJSON writes texts and numbers as the protocol asks: shortest digits, characters above U+001F as they are. */
char *canonical_text(const cJSON *body) {
  static const char *names[] = {"category", "id", "name", "phaseGroups"};
  cJSON *part = cJSON_CreateObject();
  for (int at = 0; at < 4; at++) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(body, names[at]);
    if (item) cJSON_AddItemToObject(part, names[at], cJSON_Duplicate(item, 1));
  }
  sort_names(part);
  char *text = cJSON_PrintUnformatted(part);
  cJSON_Delete(part);
  return text;
}

void hash_of(const cJSON *body, char digits[65]) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  char *text = canonical_text(body);
  SHA256((const unsigned char *)text, strlen(text), hash);
  for (int at = 0; at < SHA256_DIGEST_LENGTH; at++) snprintf(digits + 2 * at, 3, "%02x", hash[at]);
  free(text);
}

static void refuse(cJSON *answer, const char *code, const char *first, double one, const char *second, double two) {
  cJSON_AddFalseToObject(answer, "done");
  cJSON *reason = cJSON_AddObjectToObject(answer, "reason");
  cJSON_AddStringToObject(reason, "code", code);
  cJSON *values = cJSON_AddObjectToObject(reason, "values");
  if (first) cJSON_AddNumberToObject(values, first, one);
  if (second) cJSON_AddNumberToObject(values, second, two);
}

static int is_of(const char *type, const cJSON *value) {
  if (!strcmp(type, "DOUBLE")) return cJSON_IsNumber(value);
  return strcmp(type, "BOOL") ? cJSON_IsString(value) : cJSON_IsBool(value);
}

static int characters_of(const char *text) {
  int count = 0;
  for (; *text; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
  return count;
}

void apply_setting(cJSON *settings, const cJSON *command, cJSON *answer) {
  const cJSON *wanted = cJSON_GetObjectItemCaseSensitive(command, "set");
  cJSON *value = cJSON_GetObjectItemCaseSensitive(wanted, "value"), *setting = NULL, *one;
  char *at = now_text();
  int is_late = strcmp(at, text_of(command, "expiresAt")) > 0;
  free(at);
  cJSON_ArrayForEach(one, settings) if (!strcmp(text_of(one, "param"), text_of(wanted, "param"))) setting = one;
  const char *type = text_of(setting, "type");
  double min = number_of(setting, "min"), max = number_of(setting, "max");
  int is_heat = !strcmp(text_of(setting, "unit"), "Celsius"), is_offered = 0;
  cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(setting, "options"))
    if (cJSON_Compare(one, value, 1)) is_offered = 1;
  if (is_late) refuse(answer, "tooLate", NULL, 0, NULL, 0);
  else if (!setting) refuse(answer, "unknownSetting", NULL, 0, NULL, 0);
  else if (strcmp(type, text_of(wanted, "type"))) refuse(answer, "wrongType", NULL, 0, NULL, 0);
  else if (!is_of(type, value)) refuse(answer, "invalid", NULL, 0, NULL, 0);
  else if (!strcmp(type, "DOUBLE") && (value->valuedouble < min || value->valuedouble > max))
    refuse(answer, is_heat ? "outOfTemperatures" : "outOfLimits", is_heat ? "minCelsius" : "min", min,
           is_heat ? "maxCelsius" : "max", max);
  else if (!strcmp(type, "TEXT") && characters_of(value->valuestring) > number_of(setting, "maxLength"))
    refuse(answer, "tooLong", "maxLength", number_of(setting, "maxLength"), NULL, 0);
  else if (!strcmp(type, "TEXTLIST") && !is_offered) refuse(answer, "notOffered", NULL, 0, NULL, 0);
  else {
    cJSON_AddTrueToObject(answer, "done");
    cJSON_ReplaceItemInObjectCaseSensitive(setting, "value", cJSON_Duplicate(value, 1));
  }
  if (setting) cJSON_AddItemToObject(answer, "setting", cJSON_Duplicate(setting, 1));
}
