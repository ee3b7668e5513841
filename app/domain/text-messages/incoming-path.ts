/** Where the service posts what patients text; it has to be told. */
export const incomingTextsPath = '/text-messages'
