// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/fleet/keys"
)

// KeysFromEnvironment is a source for [Config].Keys: the key of the name "dunes-2" is in the variable
// RESERVATIONS_KEY_DUNES_2 of the environment. The variable is RESERVATIONS_KEY_ and the name in capital letters,
// with _ for . and -, so "dunes.2" has the same variable. It is read anew for each request.
//
// No error has the name or the key in it, because the key may have been given as the name by mistake. The same
// holds for the other sources, but [KeysFromFiles] names a file that others can read.
func KeysFromEnvironment(p Park) func(context.Context) (string, error) {
	return keyOf(p, func(context.Context) (string, error) {
		return strings.TrimSpace(os.Getenv(keyVariable(p.Key))), nil
	})
}

func keyVariable(name string) string {
	return "RESERVATIONS_KEY_" + strings.NewReplacer(".", "_", "-", "_").Replace(strings.ToUpper(name))
}

// KeysFromFiles returns a source for [Config].Keys: each key is in the file of its name in the folder dir.
// The file holds only the key, with or without blanks around it. It is read anew for each request, so that a new
// key can be written at any time. A file that other users than its owner can read or change is refused, but not on
// Windows.
func KeysFromFiles(dir string) func(Park) func(context.Context) (string, error) {
	return func(p Park) func(context.Context) (string, error) {
		return keyOf(p, func(context.Context) (string, error) {
			key, err := keys.ReadFile(filepath.Join(dir, p.Key))
			var missing *fs.PathError
			if errors.As(err, &missing) {
				err = missing.Err // without the name
			}
			return key, err
		})
	}
}

// KeysFromCommand returns a source for [Config].Keys: it runs the command, with the name of the key as
// one more argument, and what the command prints is the key. No shell reads the command. It must end
// within the time of one attempt of a request, and print at most 64 KiB; its standard error is that of
// this process. The key is kept in memory. The command runs again after the service has refused the key
// with status 401.
func KeysFromCommand(command string, args ...string) func(Park) func(context.Context) (string, error) {
	var mu sync.Mutex
	kept := map[string]*printedKey{}
	return func(p Park) func(context.Context) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		key := kept[p.Key]
		if key == nil {
			key = &printedKey{command: append(append([]string{command}, args...), p.Key)}
			kept[p.Key] = key
		}
		return keyOf(p, key.get)
	}
}

// printedKey is a key that a command prints. Parks with the same key share it.
type printedKey struct {
	command []string

	mu  sync.Mutex
	key string
}

func (k *printedKey) get(ctx context.Context) (key string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.key == "" || reservations.APIKeyRefused(ctx) {
		k.key, err = keys.Run(ctx, nil, k.command...)
	}
	return k.key, err
}

// keyOf returns the source that reads the key of p with read.
func keyOf(p Park, read func(context.Context) (string, error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		if !name.MatchString(p.Key) { // it could be the path of another file, or an option of the command
			return "", p.Validate()
		}
		key, err := read(ctx)
		if err == nil && key == "" {
			err = errors.New("it is empty or not set")
		}
		if err != nil {
			return "", fmt.Errorf("fleet: the API key of park %d cannot be read: %w", p.Organization, err)
		}
		return key, nil
	}
}
