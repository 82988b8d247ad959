/** What a handler returns that has handed its request on to an application, which answers it. */
export const relayed = Symbol('relayed');
