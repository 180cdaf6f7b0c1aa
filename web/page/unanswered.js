/** What kept a message from its answer, in words for a person; `status`: that of HTTP, if there was a response. */
export class Unanswered extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}
