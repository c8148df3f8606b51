use afp_runtime::registry;

enum Plain {}

fn main() {
    let _ = registry![Plain];
}
