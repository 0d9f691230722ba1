/** The calls of one room of the API: the tag, what it is about, and each call's name and sentence. */
export interface Room {
  tag: string;
  says: string;
  /** By method and path; `%product%` stands for the name of the product in addresses. `more` follows the summary. */
  calls: Record<string, readonly [operationId: string, summary: string, more?: string]>;
}
