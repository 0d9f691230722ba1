import type { App } from '../kit/http/app.ts';
import type { Services } from '../kit/services.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { twoStepRoutes } from './two-step/routes.ts';

/** Every call about accounts; each topic has its own file. */
export function accountRoutes(app: App, services: Services): void {
  signInRoutes(app, services);
  twoStepRoutes(app, services);
  passkeyRoutes(app, services);
  sessionRoutes(app, services);
  registrationRoutes(app, services);
  passwordRoutes(app, services);
  profileRoutes(app, services);
}
