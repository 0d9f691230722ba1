/* docs/machines.md, 2, 3 and 4. */
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"

/* Another entry of the console, perhaps of somebody else: nothing of the former one goes there. */
static void forget_owner(void) {
  cJSON_DeleteItemFromObjectCaseSensitive(memory, "desired");
  keep("processed", cJSON_CreateNumber(0));
  static const char *lists[] = {"held", "queue", "answers"};
  for (int at = 0; at < 3; at++) keep(lists[at], cJSON_CreateArray());
  keep("faults", cJSON_CreateObject());
}

static void set_credentials(const char *body) {
  cJSON *next = cJSON_Parse(body), *former = kept("credentials");
  if (former && strcmp(text_of(former, "machineId"), text_of(next, "machineId"))) forget_owner();
  keep("credentials", next);
  save();
}

/* One call. Returns how long to wait for the next one where the server says so. */
int pair(void) {
  if (!kept("key")) {
    char *key = new_key();
    keep("key", cJSON_CreateString(key));
    free(key);
  }
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
  if (answer.status == 200) {
    set_credentials(answer.body);
    refusals = 0;
  }
  log_event(answer.status == 200 ? "paired" : "notPaired", details);
  free(answer.body);
  return answer.retry_after;
}

void pair_at_last(void) {
  for (double pause = 2; !kept("credentials") && !stopping; pause = pause * 1.4 < 30 ? pause * 1.4 : 30) {
    int wait = pair();
    if (!kept("credentials")) wait_for(wait > 0 ? wait : pause);
  }
}

/* In the last month; the former certificate is accepted until the new one has been used. */
int renew(void) {
  static double refused_until;
  if (seconds() < refused_until) return 0;
  const char *present = text_of(kept("credentials"), "certificate");
  BIO *bio = BIO_new_mem_buf(present, -1);
  X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
  int days = 0, rest = 0, is_done = 0;
  if (certificate) ASN1_TIME_diff(&days, &rest, NULL, X509_get0_notAfter(certificate));
  X509_free(certificate);
  BIO_free(bio);
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
  } else refused_until = seconds() + (answer.status == 403 || answer.status == 422 ? 3600 : answer.retry_after);
  log_event(is_done ? "renewed" : "notRenewed", NULL);
  free(answer.body); free(signature); free(request); free(key);
  return is_done;
}

static double locate_at;

/* With chance, so that a fleet does not ask in one moment. */
void locate_later(void) { locate_at = seconds() + locate_seconds * (1 + (double)rand() / RAND_MAX); }

/* No birth was stored for minutes: perhaps the broker has moved. The address alone is taken, and TLS stays. */
void locate(void) {
  if (seconds() < locate_at) return;
  locate_later();
  const char *certificate = text_of(kept("credentials"), "certificate");
  char *signature = signature_over(certificate, text_of(memory, "key"));
  cJSON *body = cJSON_CreateObject();
  cJSON_AddStringToObject(body, "certificate", certificate);
  cJSON_AddStringToObject(body, "signature", signature);
  Answer answer = post(server, "locate", body);
  cJSON *told = answer.status == 200 ? cJSON_Parse(answer.body) : NULL;
  int is_told = !strncmp(text_of(told, "brokerUrl"), "mqtts://", 8);
  if (is_told) {
    cJSON_ReplaceItemInObjectCaseSensitive(kept("credentials"), "brokerUrl", cJSON_DetachItemFromObject(told, "brokerUrl"));
    save();
  }
  log_event(is_told ? "located" : "notLocated", NULL);
  cJSON_Delete(told); free(answer.body); free(signature);
}
