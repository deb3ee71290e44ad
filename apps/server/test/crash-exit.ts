/**
 * The exit code of the crash server when its writer fails. A separate file, so that tests can
 * import it without starting a server.
 */
export const EXIT_FATAL = 70;
