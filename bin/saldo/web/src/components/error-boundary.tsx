/** An error boundary: if a page fails to render or to load, the rest of the app stays usable. */
import { Component, type ReactNode } from "react";
import { strings } from "../strings/index.ts";

interface State {
  failed: boolean;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <div className="page">
        <p className="notice bad" role="alert">
          {navigator.onLine ? strings.trouble.page : strings.trouble.offline}
        </p>
        <p>
          <button type="button" className="button" onClick={() => location.reload()}>
            {strings.trouble.reload}
          </button>
        </p>
      </div>
    );
  }
}
